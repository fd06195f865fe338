import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import History from 'lucide-react/icons/history'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { AdminUserDetail } from '#contract/directory/admin-users.ts'
import type { ReviewCase, ReviewItem } from '#contract/review/admin-cases.ts'
import type { ScreeningOutcome } from '#contract/screening/sanctions.ts'
import type { CaseMatch, CaseScreening } from '#contract/screening/screening.ts'
import {
  decided,
  draftProgress,
  isOutdated,
  type VerdictDraft,
  type VerdictDraftsState,
} from '#web/features/review/verdict-drafts.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useMay } from '#web/lib/may.tsx'
import { endpointQuery } from '#web/lib/query-client.ts'
import {
  awaitedMatch,
  confirmedMatch,
  gravest,
  proposedText,
  waitsForReader,
} from '#web/shared/screening/screening-outcomes.ts'
import { Shortcuts } from '#web/shared/shell/shortcuts.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { hasToastAction, runToastAction } from '#web/ui/toast.ts'
import { DECISION_TEXT } from '../decision-text.ts'
import { currentDocument } from '../selected-document.ts'
import { isOpen } from '../use-case-change.ts'
import { useRenewedClaim } from '../use-renewed-claim.ts'
import { useCaseAsDeclared } from './case-as-declared.ts'
import { ReplacedEvidence, useCaseNews } from './case-news.tsx'
import { ComparisonPanel } from './comparison-panel.tsx'
import { DeskDrawer } from './desk-drawer.tsx'
import { DeskFoot } from './desk-foot.tsx'
import { deskKeys, UNDO_KEY } from './desk-keys.ts'
import {
  asShown,
  type DeskLine,
  deskLines,
  firstLine,
  nextOpenLine,
  openedLines,
  rulesSetAside,
  SCREENING,
  useLinesLookedAt,
} from './desk-lines.ts'
import { DeskRail, railButton } from './desk-rail.tsx'
import { DeskStanding, mayMark } from './desk-standing.tsx'
import { applicantText, lackText } from './desk-text.ts'
import { EvidenceStage } from './evidence-stage.tsx'
import { useLastingMarks } from './lasting-marks.ts'
import { useReadDate } from './line-date.tsx'
import { areaOf, readDateOf, useComparisons } from './line-readings.ts'
import { LineSteps } from './line-steps.tsx'
import { EndedMarksBanner, LostMarksBanner } from './lost-marks.tsx'
import { useOverride } from './override.ts'
import { usePicturesAhead } from './pictures-ahead.ts'
import { REASON_HEADING, ReasonPicker } from './reason-picker.tsx'
import { ProposedApproval, SecondApprovalBar, useSecondApproval } from './second-approval.tsx'
import { StageBar } from './stage-toolbar.tsx'
import { useDeskDecision } from './use-desk-decision.ts'
import { useStageView } from './use-stage-view.ts'
import { VerdictBar } from './verdict-bar.tsx'

// Needed for one line only, and most cases are accepted without it.
const ScreeningCard = lazyPart(() => import('#web/shared/screening/screening-card.tsx'), 'ScreeningCard')
const OwnershipStage = lazyPart(() => import('./ownership-picture.tsx'), 'OwnershipStage')
const MatchDecision = lazyPart(() => import('#web/shared/screening/match-decision.tsx'), 'MatchDecision')

const DecideDialog = lazyOverlay(() => import('../decide-dialog.tsx'), 'DecideDialog')
const OverrideDialog = lazyOverlay(() => import('./override-dialog.tsx'), 'OverrideDialog')

type Props = { user: AdminUserDetail; name: string; reviewCase: ReviewCase; drafts: VerdictDraftsState }

/** A case's desk: selecting a line sets the evidence, the comparison and the verdict. */
export function Desk({ user, name, reviewCase: current, drafts }: Props) {
  const reviewCase = useCaseAsDeclared(user.id, current)
  const mayWork = useMay('cases.work')
  const mayDecide = useMay('cases.decide')
  const navigate = useNavigate()
  const search = useSearch({ from: '/admin-shell/admin/users/$id/desk' })
  const { lost, ended } = useLastingMarks(reviewCase, drafts)
  const lines = useMemo(() => deskLines(reviewCase, drafts.drafts), [reviewCase, drafts.drafts])
  const progress = draftProgress(reviewCase.items, drafts.drafts)
  const canMark = mayMark(reviewCase, mayWork)
  const first = firstLine(reviewCase, lines)?.key
  // The subject of a proposal stays on the stage while the second person looks at it.
  const [proposed] = useState(reviewCase.proposal ? first : undefined)
  // The URL follows, because a key pressed right after another is meant for the new line.
  const [chosen, setChosen] = useState(search.line)
  const selected = [chosen, proposed, first].find((key) => isLine(lines, key)) ?? SCREENING
  const lookedAt = useLinesLookedAt(selected, lines)
  const found = lines.find(({ key }) => key === selected)
  const line = found && asShown(found, lines, lookedAt)
  const former = line?.item.formerDocuments.find(({ id }) => id === search.document) ?? null
  const document = former ?? (line?.slot ? currentDocument(reviewCase.items, line.slot) : null)
  const documentId = document?.id
  const stage = useStageView(documentId ?? '', document?.pages ?? 1)
  const comparisons = useComparisons(user, reviewCase, lines)
  const comparison = comparisons.get(selected)
  const marked = document && comparison ? areaOf(comparison, document.id) : null
  const [asking, setAsking] = useState<{ key: string; decision: 'retry' | 'final' } | null>(null)
  const [typed] = useState(() => new Map<string, VerdictDraft>())
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [isOwnershipList, setOwnershipList] = useState(() => window.innerWidth <= 860)
  const [isRejecting, setRejecting] = useState(false)
  const [large, setLarge] = useState({ id: '', isLarge: false })
  const [failed, setFailed] = useState<{ id: string; isUnreadable: boolean }>()
  const [changing, setChanging] = useState<number | null>(null)
  const [retyped, setRetyped] = useState<string | null>(null)
  const saveReadDate = useReadDate()
  usePicturesAhead(reviewCase, lines, line, !document || large.id === document.id)
  const work = useDeskDecision({ userId: user.id, name }, reviewCase, drafts, search.list)
  const override = useOverride(reviewCase, drafts.drafts, canMark)
  const second = useSecondApproval({ userId: user.id, name }, reviewCase, work)
  useRenewedClaim(user.id, reviewCase)
  const { news, dismiss, open } = useCaseNews(reviewCase, name)
  const { data: screened } = useQuery(
    endpointQuery('GET /api/admin/users/:id/screening', {
      params: { id: user.id },
      query: { kind: reviewCase.kind },
    }),
  )
  const screening = screened ? screened.screening : undefined
  const outcome = outcomeOf(screening)
  const awaited = screening ? awaitedMatch(screening.matches) : null
  const blocking = awaited ?? (screening ? confirmedMatch(screening.matches) : null)
  const mayDecideMatch = useMay('screening.decide')
  const match = !line && mayDecideMatch && screening?.mayDecide ? matchToDecide(screening, changing) : null

  // Stable, so that of all lines only the former and the new one are rendered again.
  const select = useCallback(
    (key: string) => {
      setChosen(key)
      setAsking(null)
      open(key)
      void navigate({
        to: '.',
        search: (current) => ({ ...current, line: key, document: undefined }),
        replace: true,
        resetScroll: false,
      })
      focusLine(key)
    },
    [navigate, open],
  )
  // Shortcuts start at the list of lines, regardless of where the page was opened from.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each case.
  useEffect(() => {
    focusLine(selected)
  }, [])
  // Keeps toasts clear of its buttons.
  useEffect(() => {
    const root = window.document.documentElement
    root.dataset.desk = ''
    return () => void delete root.dataset.desk
  }, [])
  const isProposed = second !== null
  const isMine = reviewCase.owner?.isYou === true
  const areDocumentsOpen = reviewCase.documentsOpen !== null
  // A note for an answer ends with the proposal, and its button with the claim made for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each proposal and each claim.
  useEffect(() => {
    if (window.document.activeElement === window.document.body) focusLine(selected)
  }, [isProposed, isMine, areDocumentsOpen])
  const mark = (marked: DeskLine, draft: VerdictDraft) => {
    drafts.set(marked.item, draft)
    setAsking(null)
    const next = nextOpenLine(lines, marked.key)
    if (next) select(next.key)
    else focusLine(marked.key)
  }
  const dated = canMark && line && line.key === line.slot && !former ? document : null
  const isOnlyUndated =
    line !== undefined && line.item.beforeAccept.length > 0 && !line.item.beforeAccept.some(isOtherGap)
  const read = document && comparison ? readDateOf(comparison, document) : null
  /** The date that was read, if accepting the line accepts it. */
  const readDate = read?.isSure && isOnlyUndated && dated && retyped !== dated.id ? read.value : null
  const accept = () => {
    if (!line || !canMark || saveReadDate.isPending) return
    const markAccepted = () => mark(line, decided(line.draft, 'accepted'))
    if (line.canAccept) markAccepted()
    else if (dated && readDate)
      saveReadDate.mutate({ document: dated, read: readDate }, { onSuccess: markAccepted })
  }
  const ask = (decision: 'retry' | 'final') => line && canMark && setAsking({ key: line.key, decision })
  const opened = canMark ? openedLines(lines, lookedAt) : []
  const decide = () => {
    if (!canMark || !mayDecide || work.isBusy || lackText(progress, reviewCase, blocking) !== '') return
    if (progress.outcome === 'reject') setRejecting(true)
    else work.decide('')
  }
  const canSkip = reviewCase.owner?.isYou === true && isOpen(reviewCase) && reviewCase.undoUntil === null
  const keys = deskKeys({
    line,
    lines,
    selected,
    stage: document ? stage : null,
    select,
    accept,
    ask,
    decide,
    // The toast of the last decision has the same key.
    undo: () => {
      if (hasToastAction(UNDO_KEY)) runToastAction(UNDO_KEY)
      else if (reviewCase.undoUntil) void work.undo(null)
    },
    skip: canSkip ? work.skip : null,
    next: mayWork ? work.next : null,
    openDrawer: () => setDrawerOpen(true),
    second: second?.mayAnswer ? second : null,
    toggleOwnership: line?.isOwner ? () => setOwnershipList(!isOwnershipList) : null,
    isCounting: match !== null,
  })
  const handleLarge = useCallback(
    (isLarge: boolean) => setLarge({ id: document?.id ?? '', isLarge }),
    [document?.id],
  )
  const handleFailure = useCallback(
    (failure: Error | null) =>
      setFailed(failure && documentId ? { id: documentId, isUnreadable: isUnreadable(failure) } : undefined),
    [documentId],
  )
  const words = DECISION_TEXT[progress.outcome](progress.counts)
  const picked = asking && line?.key === asking.key ? asking : null
  const company = user.business_profile
  const isOpenAgain = reviewCase.items.some((item) => isOutdated(item, drafts.drafts))
  const standing = (
    <>
      {lost ? <LostMarksBanner userId={user.id} reviewCase={reviewCase} lost={lost} /> : null}
      <EndedMarksBanner items={ended} />
      <ReplacedEvidence
        name={reviewCase.kind === 'business' ? name : (name.split(/\s+/)[0] ?? name)}
        items={reviewCase.items}
        drafts={drafts.drafts}
      />
      <DeskStanding
        userId={user.id}
        isSuspended={user.is_suspended}
        reviewCase={reviewCase}
        isTakenSaid={lost?.did === 'took'}
        news={isOpenAgain ? null : news}
        onDismiss={() => {
          dismiss()
          focusLine(selected)
        }}
        error={work.error}
        errorTitle={work.errorTitle}
        onReload={work.reload}
        onUndo={() => void work.undo(null)}
      />
      {second ? <ProposedApproval second={second} rules={rulesSetAside(reviewCase)} /> : null}
    </>
  )
  return (
    <div
      className={classNames(
        'relative grid h-full min-h-0 grid-cols-[260px_minmax(0,1fr)_432px] grid-rows-[minmax(0,1fr)_auto] max-[85rem]:grid-cols-[232px_minmax(0,1fr)_400px] max-[73.75rem]:h-auto max-[73.75rem]:grid-cols-[minmax(0,1fr)] max-[73.75rem]:grid-rows-none',
        // When the page scrolls, the verdict bar is below the foot.
        ((canMark && line && !picked) || second) && 'max-[73.75rem]:pb-36',
      )}
    >
      <DeskRail
        userId={user.id}
        name={name}
        about={applicantText(reviewCase, user)}
        reviewCase={reviewCase}
        lines={lines}
        list={search.list}
        selected={selected}
        lookedAt={lookedAt}
        comparisons={comparisons}
        screened={outcome}
        match={blocking}
        onSelect={select}
      />
      <section
        aria-label="Evidence"
        className="grid min-h-0 min-w-0 grid-rows-[auto_minmax(0,1fr)_auto] max-[73.75rem]:h-[62dvh] max-[53.75rem]:h-auto"
      >
        {line?.isOwner && company ? (
          <Suspense>
            <OwnershipStage
              company={company}
              lines={lines}
              selected={selected}
              screening={screening ?? null}
              isList={isOwnershipList}
              onToggle={() => setOwnershipList(!isOwnershipList)}
              onSelect={select}
            />
          </Suspense>
        ) : line ? (
          <EvidenceStage
            userId={user.id}
            reviewCase={reviewCase}
            lines={lines}
            line={line}
            document={document}
            isFormer={former !== null}
            stage={stage}
            marked={marked}
            isDrawn={document !== null && (large.id === document.id || failed?.id === document.id)}
            onSelect={select}
            onLarge={handleLarge}
            onFailure={handleFailure}
          />
        ) : (
          <>
            <StageBar title="Sanctions" />
            <section
              aria-label="Matches"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
              tabIndex={0}
              className="relative overflow-auto bg-sunken p-4"
            >
              <Suspense>
                <ScreeningCard
                  userId={user.id}
                  kind={reviewCase.kind}
                  panel={{ decidingId: match?.id ?? null, choose: setChanging }}
                />
              </Suspense>
            </section>
          </>
        )}
      </section>
      <section
        aria-label="Comparison"
        className="flex min-h-0 flex-col border-l border-line bg-surface max-[73.75rem]:border-l-0"
      >
        <div className="flex items-center justify-end gap-1 border-b border-line px-2 max-[85rem]:[&_svg]:hidden">
          <Button variant="tertiary" size="sm" aria-keyshortcuts="H" onClick={() => setDrawerOpen(true)}>
            <History />
            Notes and history <Kbd>H</Kbd>
          </Button>
          <Shortcuts shortcuts={picked || isDrawerOpen ? [] : keys}>
            <Kbd>?</Kbd>
          </Shortcuts>
        </div>
        <LineSteps lines={lines} selected={selected} onSelect={select} />
        {line && picked ? (
          <ReasonPicker
            key={`${line.key} ${picked.decision}`}
            line={line}
            decision={picked.decision}
            typed={typed}
            suggested={
              document && failed?.id === document.id && failed.isUnreadable ? 'FILE_UNREADABLE' : null
            }
            isClosed={!canMark}
            onChoose={(draft) => mark(line, draft)}
            onCancel={() => {
              setAsking(null)
              focusLine(line.key)
            }}
          >
            {standing}
          </ReasonPicker>
        ) : line && comparison ? (
          <>
            <ComparisonPanel
              userId={user.id}
              reviewCase={reviewCase}
              line={line}
              comparison={comparison}
              evidence={document}
              dated={dated}
              isDateAccepted={readDate !== null}
              onDated={() => focusLine(line.key)}
              onDateTyped={(isChanged) => setRetyped(isChanged && document ? document.id : null)}
            >
              {standing}
            </ComparisonPanel>
            {canMark ? (
              <VerdictBar
                line={line}
                differences={comparison.differences}
                isClosed={reviewCase.documentsOpen === null}
                isSmall={large.id === document?.id && !large.isLarge}
                isDateRead={read !== null}
                readDate={readDate}
                isNext={progress.outcome === 'undecided'}
                onAccept={accept}
                onAskAgain={() => ask('retry')}
                onReject={() => ask('final')}
              />
            ) : null}
            {second && !reviewCase.undoUntil ? <SecondApprovalBar second={second} /> : null}
          </>
        ) : match ? (
          <Suspense>
            <MatchDecision
              key={match.id}
              match={match}
              isPanel
              onDone={() => {
                setChanging(null)
                focusLine(SCREENING)
              }}
            >
              {standing}
            </MatchDecision>
          </Suspense>
        ) : (
          <div className="relative min-h-0 flex-1 overflow-auto px-5 pt-3">
            {standing}
            <h2 className="text-[1.125rem]/6 font-semibold">Sanctions</h2>
            <p className="mb-3 text-sm text-ink-2">
              {awaited?.proposal
                ? proposedText(awaited.proposal)
                : (!awaited && screening?.obstacles.join(' ')) || 'Is anyone of this case on a list?'}
            </p>
          </div>
        )}
      </section>
      <DeskFoot
        reviewCase={reviewCase}
        lines={lines}
        progress={progress}
        match={blocking}
        openedCount={opened.length}
        decide={canMark && mayDecide ? { label: words.action, run: decide, isBusy: work.isDeciding } : null}
        override={override?.open ?? null}
        skip={canSkip ? work.skip : null}
        next={mayWork ? work.next : null}
        isBusy={work.isBusy && !work.isDeciding}
        onAcceptRest={() => {
          for (const each of opened) drafts.set(each.item, decided(each.draft, 'accepted'))
          focusLine(selected)
        }}
      />
      {isDrawerOpen ? (
        <DeskDrawer
          userId={user.id}
          reviewCase={reviewCase}
          onClose={() => {
            setDrawerOpen(false)
            focusLine(selected)
          }}
        />
      ) : null}
      {override?.isOpen ? (
        <OverrideDialog
          reviewCase={reviewCase}
          drafts={drafts.drafts}
          obstacles={override.obstacles}
          override={work.override}
          onReload={work.reload}
          onClose={() => {
            override.close()
            work.override.reset()
            focusLine(selected)
          }}
        />
      ) : null}
      {isRejecting && progress.outcome === 'reject' ? (
        <DecideDialog
          text={words}
          items={reviewCase.items}
          drafts={drafts.drafts}
          outcome={progress.outcome}
          busy={work.isDeciding}
          error={work.error}
          onReload={() => {
            setRejecting(false)
            work.reload()
          }}
          onCancel={() => setRejecting(false)}
          onClose={() => setRejecting(false)}
          onConfirm={work.decide}
        />
      ) : null}
    </div>
  )
}

function isOtherGap({ kind }: ReviewItem['beforeAccept'][number]): boolean {
  return kind !== 'date_unknown'
}

/** Whether it is the file itself that can't be rendered: no one else could open it either. */
function isUnreadable(failure: Error): boolean {
  return failure instanceof ApiError && failure.code === 'UNSAFE_FILE'
}

function focusLine(key: string) {
  requestAnimationFrame(() => {
    // A key may have opened the reasons since.
    const reasons = window.document.getElementById(REASON_HEADING)
    if (reasons) return reasons.focus()
    const button = railButton(key)
    button?.focus()
    // In the strip of a narrow screen, the focus leaves a line half visible.
    button?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}

function isLine(lines: readonly DeskLine[], key: string | undefined): key is string {
  return key === SCREENING || lines.some((line) => line.key === key)
}

/** The match decided next to the stage: the selected one, otherwise the first that awaits this reader. */
function matchToDecide(screening: CaseScreening, chosen: number | null): CaseMatch | null {
  return screening.matches.find(({ id }) => id === chosen) ?? screening.matches.find(waitsForReader) ?? null
}

/** The sanctions screening of everyone in the case; undefined while unknown. */
function outcomeOf(screening: CaseScreening | null | undefined): ScreeningOutcome | null | undefined {
  return screening && (gravest(screening.subjects.map(({ outcome }) => outcome)) ?? 'stale')
}
