import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import {
  type ListedKind,
  MATCH_COMMENT_MAX,
  type MatchReason,
  type MatchVerdict,
} from '#contract/screening/sanctions.ts'
import type { CaseMatch } from '#contract/screening/screening.ts'
import { type DecidedMatch, decideOnMatch, wasCalledListed } from '#domain/screening/match-decision.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, mayHaveHappened } from '#web/lib/api-error.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { useShortcuts } from '#web/shared/shell/use-shortcuts.ts'
import { needsSignIn, SignInAgain } from '#web/shared/sign-in/sign-in-again.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DigitRow } from '#web/ui/digit-row.tsx'
import { ErrorText } from '#web/ui/field.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'
import { MATCH_REASONS, reasonText } from './screening-text.ts'

const KIND_NOUNS: Readonly<Record<ListedKind, string>> = { person: 'person', entity: 'company', ship: 'ship' }

/** The possible answers and what follows; who spoke last can only say the opposite. */
function answersTo(match: CaseMatch) {
  const [readerId, otherId] = [1, 2]
  const { state, proposal, entry, history } = match
  const current = {
    state,
    proposal: proposal && { state: proposal.state, by: proposal.isOwn ? readerId : otherId },
    wasCalledListed: wasCalledListed(history),
    isExposedOnly: entry.isExposedOnly,
  }
  const answers = [
    { verdict: 'false', label: 'No, someone else', key: 'e' },
    { verdict: 'true', label: 'Yes, it’s them', key: 'm' },
  ] as const
  return answers.flatMap((answer) => {
    const decision = decideOnMatch(current, readerId, answer.verdict)
    return decision.result === 'refused'
      ? []
      : { ...answer, leadsTo: consequenceText(match, answer.verdict, decision) }
  })
}

function consequenceText(
  { proposal, state, entry }: CaseMatch,
  verdict: MatchVerdict,
  decision: Exclude<DecidedMatch, { result: 'refused' }>,
): string {
  if (entry.isExposedOnly && verdict === 'true') return 'A second person has to approve the case.'
  if (decision.result === 'decided' && !proposal)
    return 'Clears the match until the list or their details change.'
  if (decision.result === 'decided')
    return verdict === 'true'
      ? 'You agree. The match is confirmed.'
      : state === 'true'
        ? 'You agree. The match is cleared, and what it froze is free again.'
        : 'You agree. The match is cleared.'
  const first = !proposal ? '' : proposal.isOwn ? 'Withdraws what you said. ' : 'You don’t agree. '
  if (!decision.proposal) return `${first}The match stays confirmed.`
  if (proposal) return `${first}One more person must look at it.`
  if (state === 'true') return 'A second person has to agree before anything is free again.'
  return 'A second person has to agree. Until then the match stays open.'
}

/** Refetches everything that shows a match's decision. */
const refresh = () =>
  invalidate(
    'GET /api/admin/users/:id/screening',
    'GET /api/admin/screening',
    'GET /api/admin/users/:id/kyc-case',
  )

type Props = {
  match: CaseMatch
  /**
   * Whether it is the panel next to the match, which has shortcuts and scrolls separately, or below the
   * comparison.
   */
  isPanel?: boolean
  onDone: () => void
  /** Shown before the question. */
  children?: ReactNode
}

/** Asks whether it is the listed one, what was compared and why; the input is kept if the decision is refused. */
export function MatchDecision({ match, isPanel = false, onDone, children }: Props) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [reasons, setReasons] = useState<readonly MatchReason[]>([])
  const [comment, setComment] = useState('')
  const [errors, setErrors] = useState<{ reasons?: string; comment?: string }>({})
  const decide = useMutation({
    retry: false,
    mutationFn: (state: MatchVerdict) =>
      api('POST /api/admin/screening/matches/:id/decision', {
        params: { id: match.id },
        body: { version: match.version, state, reasons: [...reasons], comment: comment.trim() },
      }),
    onSuccess: async () => {
      await refresh()
      // On the desk its line has the focus and says how the match stands: a message would cover the match.
      if (!isPanel) toast({ kind: 'success', title: 'Decision saved' })
      // The next decision on the same match has its own reasons.
      setReasons([])
      setComment('')
      onDone()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.body.fields?.comment)
        setErrors({ comment: error.body.fields.comment })
      if (mayHaveHappened(error)) void refresh()
    },
  })
  const choices = MATCH_REASONS[match.entry.kind]
  const answers = answersTo(match)
  const toggle = (reason: MatchReason) => {
    setErrors({ ...errors, reasons: undefined })
    setReasons(reasons.includes(reason) ? reasons.filter((each) => each !== reason) : [...reasons, reason])
  }
  const answer = (verdict: MatchVerdict) => {
    if (decide.isPending) return
    const found = {
      reasons: reasons.length > 0 ? undefined : 'Choose what you compared',
      comment: comment.trim() ? undefined : 'Say what you found, and why you decided this',
    }
    setErrors(found)
    if (found.reasons) document.getElementById(`${id}-${choices[0]}`)?.focus()
    else if (found.comment) document.getElementById(`${id}-note`)?.focus()
    else decide.mutate(verdict)
  }
  useShortcuts(
    isPanel
      ? [
          ...choices.map((reason, index) => ({
            key: String(index + 1),
            label: reasonText(reason, match.explanation?.facts ?? []),
            run: () => toggle(reason),
          })),
          ...answers.map(({ verdict, label, key }) => ({ key, label, run: () => answer(verdict) })),
          ...(match.entry.url
            ? [
                {
                  key: '0',
                  label: 'Open the source',
                  run: () => document.getElementById(entryLink(match))?.click(),
                },
              ]
            : []),
        ]
      : [],
  )
  const question = `Is this the same ${KIND_NOUNS[match.entry.kind]}?`
  const Heading = isPanel ? 'h2' : 'h5'
  const isStale = decide.error instanceof ApiError && decide.error.code === 'STALE_VERSION'
  return (
    <form
      aria-label={question}
      noValidate
      onSubmit={(event) => event.preventDefault()}
      className={isPanel ? 'flex min-h-0 flex-1 flex-col' : 'mt-4 max-w-150'}
    >
      <div className={classNames(isPanel && 'relative min-h-0 flex-1 overflow-auto px-5 pt-3 pb-3')}>
        {children}
        <Heading
          ref={heading}
          tabIndex={-1}
          className={isPanel ? 'text-lead leading-6 font-semibold' : 'text-base font-semibold'}
        >
          {question}
        </Heading>
        {match.state === 'open' ? (
          <p className="text-sm text-ink-2">No one can approve the case until this is decided.</p>
        ) : null}
        <fieldset className="mt-2 min-w-0 border-0 p-0" aria-describedby={errors.reasons && `${id}-reasons`}>
          <legend className="p-0 text-sm font-medium">What you compared</legend>
          {errors.reasons ? <ErrorText id={`${id}-reasons`}>{errors.reasons}</ErrorText> : null}
          {choices.map((reason, index) => (
            <DigitRow
              key={reason}
              id={`${id}-${reason}`}
              digit={isPanel ? String(index + 1) : undefined}
              isOn={reasons.includes(reason)}
              tone="brand"
              onToggle={() => toggle(reason)}
            >
              {reasonText(reason, match.explanation?.facts ?? [])}
            </DigitRow>
          ))}
        </fieldset>
        <TextArea
          id={`${id}-note`}
          label="Your note"
          hint="Kept with the case. Staff only."
          fieldClassName="mt-3 mb-0"
          rows={3}
          maxLength={MATCH_COMMENT_MAX}
          error={errors.comment}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
          onKeyDown={(event) => {
            // The match's shortcuts are off in a field: Escape leaves it for them.
            if (isPanel && event.key === 'Escape') heading.current?.focus()
          }}
        />
        {needsSignIn(decide.error) ? (
          <SignInAgain className="mt-3" />
        ) : decide.error ? (
          <Banner
            kind={isStale ? 'warning' : 'error'}
            title="The decision was not saved"
            className="mt-3"
            live
          >
            {decide.error.message}{' '}
            {isStale ? (
              <button type="button" className="link" onClick={() => void refresh().then(decide.reset)}>
                Read it again
              </button>
            ) : null}
          </Banner>
        ) : null}
      </div>
      <div className={isPanel ? 'border-t border-line px-5 py-3' : 'mt-3'}>
        <ul className="mb-2 text-sm text-ink-2">
          {answers.map(({ verdict, label, leadsTo }) => (
            <li key={verdict} id={`${id}-${verdict}`}>
              <b className="font-medium text-ink">{label}:</b> {leadsTo}
            </li>
          ))}
        </ul>
        <div className={isPanel ? 'grid grid-cols-[1.5fr_1fr] gap-2' : 'flex flex-wrap gap-2'}>
          {answers.map(({ verdict, label, key }) => (
            <Button
              key={verdict}
              variant={verdict === 'true' ? 'danger' : 'primary'}
              size={isPanel ? undefined : 'sm'}
              busy={decide.isPending && decide.variables === verdict}
              busyLabel="Saving..."
              aria-keyshortcuts={isPanel ? key.toUpperCase() : undefined}
              aria-describedby={`${id}-${verdict}`}
              onClick={() => answer(verdict)}
            >
              {label} {isPanel ? <Kbd>{key.toUpperCase()}</Kbd> : null}
            </Button>
          ))}
        </div>
      </div>
    </form>
  )
}

/** The id of the link to an entry on its publisher's site. */
export function entryLink({ id }: Pick<CaseMatch, 'id'>): string {
  return `entry-of-match-${id}`
}
