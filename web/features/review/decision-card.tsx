import { useMutation } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import ListStart from 'lucide-react/icons/list-start'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import SkipForward from 'lucide-react/icons/skip-forward'
import { useEffect } from 'react'
import type { ReviewCase, ReviewItem } from '#contract/review/admin-cases.ts'
import type { ItemDecision } from '#contract/verification/cases.ts'
import { approvalSentence } from '#domain/cases/approval-basis.ts'
import { londonDate } from '#domain/plain-date.ts'
import { api } from '#web/lib/api.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { IfMay, useMay } from '#web/lib/may.tsx'
import { reasonLabel } from '#web/shared/cases/reason-labels.ts'
import { useClaimNext } from '#web/shared/cases/use-claim-next.ts'
import { Shortcuts } from '#web/shared/shell/shortcuts.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { StatusBadge, type StatusLook } from '#web/ui/status-badge.tsx'
import { toast } from '#web/ui/toast.ts'
import { AskToConfirm } from './ask-to-confirm.tsx'
import { CaseOwnership, isHeldByOther } from './case-ownership.tsx'
import { DecisionForm } from './decision-form.tsx'
import { ItemChanges } from './item-changes.tsx'
import { ProposalForm } from './proposal-form.tsx'
import { isOpen, showCase } from './use-case-change.ts'
import type { VerdictDraftsState } from './use-verdict-drafts.ts'

const LOOKS: Readonly<Record<ItemDecision, StatusLook>> = {
  pending: { family: 'neutral', icon: CircleDashed, label: 'Not reviewed' },
  accepted: { family: 'green', icon: CircleCheck, label: 'Accepted' },
  retry: { family: 'yellow', icon: RotateCcw, label: 'Asked again' },
  final: { family: 'red', icon: CircleX, label: 'Rejected' },
}

/** Less than the 30 idle minutes after which a claim lapses, and far more than a keystroke. */
const TELL_MS = 5 * 60_000

/** The heading that what asks for a decision leads to. */
export const DECISION_HEADING = 'decision'

type Props = { userId: number; reviewCase: ReviewCase; drafts: VerdictDraftsState }

/** The decision on a case: the form while reviewers are waited for, what was decided otherwise (cases, Deciding). */
export function DecisionCard({ userId, reviewCase, drafts }: Props) {
  const isWaiting = isOpen(reviewCase)
  const mayWork = useMay('cases.work')
  useRenewedClaim(userId, reviewCase)
  return (
    <Card aria-labelledby={DECISION_HEADING}>
      <CardHeader id={DECISION_HEADING} title="Decision" focusable />
      <CardBody>
        {isWaiting && !reviewCase.mayDecide ? (
          <Banner kind="info" title="This is your own verification" className="mb-4">
            A colleague decides on it.
          </Banner>
        ) : null}
        {isWaiting && reviewCase.mayDecide && mayWork ? (
          <CaseOwnership userId={userId} reviewCase={reviewCase} />
        ) : null}
        {reviewCase.missingEvidence.length > 0 && !isApproved(reviewCase) ? (
          <Banner kind="warning" title="Before you can approve" className="mb-5">
            <ul className="list-disc pl-5">
              {reviewCase.missingEvidence.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Banner>
        ) : null}
        {reviewCase.hints.length > 0 ? (
          <Banner kind="info" title="What else to know" className="mb-5">
            <ul className="list-disc pl-5">
              {reviewCase.hints.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Banner>
        ) : null}
        {reviewCase.proposal ? (
          <ProposalForm userId={userId} reviewCase={reviewCase} proposal={reviewCase.proposal} />
        ) : null}
        {isWaiting && reviewCase.mayDecide && mayWork && !isHeldByOther(reviewCase) ? (
          <DecisionForm userId={userId} reviewCase={reviewCase} state={drafts} />
        ) : (
          <>
            <p className="mb-4 text-card text-ink-2">{standingOf(reviewCase)}</p>
            {reviewCase.state === 'approved' && reviewCase.kind === 'consumer' && reviewCase.mayDecide ? (
              <IfMay capability="cases.lead">
                <AskToConfirm userId={userId} version={reviewCase.version} />
              </IfMay>
            ) : null}
            <StoredVerdicts items={reviewCase.items} />
          </>
        )}
        {mayWork ? <CaseKeys userId={userId} reviewCase={reviewCase} /> : null}
      </CardBody>
    </Card>
  )
}

function standingOf({ state, decidedAt, decidedBy, approval, confirmBy }: ReviewCase): string {
  const approved = approvedText(approval, suffix(decidedAt, decidedBy))
  switch (state) {
    case 'submitted':
    case 'in_review':
      return 'Waiting for a decision.'
    case 'awaiting_second_approval':
      return 'Waiting for a second approval.'
    case 'needs_resubmission':
      return `Sent back${suffix(decidedAt, decidedBy)}. We’re waiting for the applicant.`
    case 'approved':
      return `${approved}.`
    case 'reverification_due':
      return `${approved}. We’ve asked the applicant to confirm their details${confirmBy ? ` by ${formatDate(londonDate(new Date(confirmBy)))}` : ''}.`
    case 'rejected':
      return `Rejected${suffix(decidedAt, decidedBy)}.`
    case 'draft':
    case 'withdrawn':
    case 'expired':
      return 'The applicant hasn’t submitted anything yet.'
    default:
      return state satisfies never
  }
}

const isApproved = ({ state }: ReviewCase) => state === 'approved' || state === 'reverification_due'

/** What was counted stands apart from who approved: "0 of 6 items reviewed by Ada" would say that she looked. */
function approvedText(approval: ReviewCase['approval'], by: string): string {
  const sentence = approvalSentence(approval)
  return sentence === 'Approved' || !by ? sentence + by : `${sentence}. Approved${by}`
}

function suffix(at: string | null, by: string | null): string {
  return `${at ? ` on ${formatDateTime(at)}` : ''}${by ? ` by ${by}` : ''}`
}

/**
 * Tells the server that the reviewer who claimed a case is still at work: when they open it, and while they type, click or scroll. A page that
 * is only open tells nothing, so that its claim lapses.
 */
function useRenewedClaim(userId: number, { kind, owner }: Pick<ReviewCase, 'kind' | 'owner'>): void {
  const isMine = owner?.isYou === true && owner.until !== null
  useEffect(() => {
    if (!isMine) return
    let told = 0
    const handleActivity = () => {
      if (Date.now() - told < TELL_MS) return
      told = Date.now()
      api('POST /api/admin/users/:id/kyc-claim', { params: { id: userId }, body: { kind } }).then(
        ({ case: reviewCase }) => showCase(userId, reviewCase),
        // Anyone who has lost the claim reads so when they save.
        () => {},
      )
    }
    // To open one's case is to be at work on it; reading it alone keeps nothing.
    handleActivity()
    const signs = ['pointerdown', 'keydown', 'wheel'] as const
    for (const sign of signs) document.addEventListener(sign, handleActivity, { passive: true })
    return () => {
      for (const sign of signs) document.removeEventListener(sign, handleActivity)
    }
  }, [isMine, userId, kind])
}

/** The items of a case with the last word on each, where nothing is to be decided now. */
function StoredVerdicts({ items }: { items: readonly ReviewItem[] }) {
  return (
    <ul className="grid gap-4">
      {items.map((item) => (
        <li key={item.item} className="border-t border-line pt-4">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="h4 min-w-0 wrap-anywhere">{item.label}</h3>
            <StatusBadge look={LOOKS[item.decision]} />
          </div>
          {item.acceptedBy ? <p className="text-sm text-ink-2">Accepted by {item.acceptedBy}</p> : null}
          {item.reasons.length > 0 ? (
            <p className="text-sm text-ink-2">{item.reasons.map(reasonLabel).join(', ')}</p>
          ) : null}
          {item.applicantText ? (
            <p className="text-sm text-ink-2">To the applicant: {item.applicantText}</p>
          ) : null}
          {item.internalNote ? <p className="text-sm text-ink-3">Note: {item.internalNote}</p> : null}
          <ItemChanges item={item} />
        </li>
      ))}
    </ul>
  )
}

/** On to the next case, by a button where this one is done, and always by its key. */
function CaseKeys({ userId, reviewCase }: { userId: number; reviewCase: ReviewCase }) {
  const { claimNext, isClaiming } = useClaimNext()
  const skip = useMutation({
    mutationFn: () =>
      api('POST /api/admin/users/:id/kyc-skip', { params: { id: userId }, body: { kind: reviewCase.kind } }),
    retry: false,
    onSuccess: ({ case: skipped }) => {
      showCase(userId, skipped)
      toast({
        title: 'Case skipped',
        description: 'It’s back in the queue. We’ll offer it to you again later.',
      })
      claimNext()
    },
    onError: (error) =>
      toast({ kind: 'error', title: 'The case was not skipped', description: error.message }),
  })
  const maySkip = reviewCase.owner?.isYou === true && isOpen(reviewCase)
  const handleSkip = () => (maySkip && !skip.isPending ? skip.mutate() : undefined)
  const isDone = !isOpen(reviewCase)
  const focusOn = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.focus()
  return (
    <div className="own mt-5">
      <Shortcuts
        shortcuts={[
          { key: 'n', label: 'Claim the next case and open it', run: claimNext },
          ...(maySkip ? [{ key: 's', label: 'Skip this case and take the next', run: handleSkip }] : []),
          { key: 'd', label: 'Go to the decision', run: focusOn('[aria-labelledby=decision] input') },
          {
            key: 'm',
            label: 'Write an internal note',
            run: focusOn('[aria-labelledby=case-notes] textarea'),
          },
        ]}
      />
      {maySkip ? (
        <Button busy={skip.isPending} busyLabel="Skipping..." onClick={handleSkip}>
          <SkipForward className="i" />
          Skip
        </Button>
      ) : null}
      {isDone ? (
        <Button variant="primary" busy={isClaiming} busyLabel="Claiming..." onClick={claimNext}>
          <ListStart className="i" />
          Claim next case
        </Button>
      ) : null}
    </div>
  )
}
