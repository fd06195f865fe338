import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { type SubmitEvent, useState } from 'react'
import type { ReviewCase, ReviewItem } from '#contract/review/admin-cases.ts'
import { hasLetters } from '#contract/text-checks.ts'
import { CONFIRM_DAYS, REASON_TEXT_MAX } from '#contract/verification/case-limits.ts'
import type { ItemDecision } from '#contract/verification/cases.ts'
import { reasonLabel } from '#domain/cases/decision-reasons.ts'
import { LEAF_BADGES } from '#domain/leaf/leaf-state.ts'
import { api } from '#web/lib/api.ts'
import { IfMay, useMay } from '#web/lib/may.tsx'
import { caseLink } from '#web/shared/cases/use-claim-next.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import { StatusBadge, type StatusLook } from '#web/ui/status-badge.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { BeforeApproval, CaseHints } from './case-hints.tsx'
import { isApproved, standingSentence } from './case-standing.ts'
import { ItemChanges } from './item-changes.tsx'
import { isOpen, useCaseChange } from './use-case-change.ts'

const LOOKS: Readonly<Record<ItemDecision, StatusLook>> = {
  pending: { family: 'neutral', icon: CircleDashed, label: 'Not reviewed' },
  accepted: { family: 'green', icon: CircleCheck, label: 'Accepted' },
  retry: { family: 'yellow', icon: RotateCcw, label: 'Asked again' },
  final: { family: 'red', icon: CircleX, label: 'Rejected' },
}

const DECISION_HEADING = 'decision'

type Props = { userId: number; reviewCase: ReviewCase }

/** A case's state, item by item, with a link to its desk, where it is decided (cases, The desk). */
export function DecisionCard({ userId, reviewCase }: Props) {
  const isWaiting = isOpen(reviewCase) || reviewCase.proposal !== null
  const mayWork = useMay('cases.work')
  return (
    <Card aria-labelledby={DECISION_HEADING}>
      <CardHeader id={DECISION_HEADING} title="Decision" focusable />
      <CardBody>
        <BeforeApproval missing={isApproved(reviewCase) ? [] : reviewCase.missingEvidence} className="mb-5" />
        <CaseHints reviewCase={reviewCase} className="mb-5" />
        <p className="mb-4 text-card text-ink-2">{standingSentence(reviewCase)}</p>
        {isWaiting && mayWork ? (
          <Link
            className={buttonClass('primary', 'md', false, 'mb-5')}
            {...caseLink({ userId, kind: reviewCase.kind })}
          >
            Review this case
          </Link>
        ) : null}
        {reviewCase.state === 'approved' && reviewCase.kind === 'consumer' && reviewCase.mayDecide ? (
          <IfMay capability="cases.lead">
            <AskToConfirm userId={userId} version={reviewCase.version} />
          </IfMay>
        ) : null}
        <StoredVerdicts reviewCase={reviewCase} />
      </CardBody>
    </Card>
  )
}

/** A case's items with the latest verdict on each, if there is nothing to decide now. */
function StoredVerdicts({ reviewCase }: { reviewCase: ReviewCase }) {
  return (
    <ul className="grid gap-4">
      {reviewCase.items.map((item) => (
        <li key={item.item} className="border-t border-line pt-4">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="text-h4 min-w-0 wrap-anywhere">{item.label}</h3>
            {isApprovedWithCase(item, reviewCase) ? (
              <StandingBadge badge={LEAF_BADGES.approved} />
            ) : (
              <StatusBadge look={LOOKS[item.decision]} />
            )}
          </div>
          {item.acceptedBy ? <p className="text-sm text-ink-2">Accepted by {item.acceptedBy}</p> : null}
          {isApprovedWithCase(item, reviewCase) ? (
            <p className="text-sm text-ink-2">Approved with the case. No one accepted it.</p>
          ) : null}
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

/** Whether an item was approved though no one accepted it; staff don’t read who accepted those of their own case. */
function isApprovedWithCase({ acceptedBy }: ReviewItem, reviewCase: ReviewCase): boolean {
  return isApproved(reviewCase) && !reviewCase.isOwn && acceptedBy === null
}

type AskToConfirmProps = { userId: number; version: number }

/** Asks an approved person to confirm their details again; only staff see the reason (cases, Confirmation). */
function AskToConfirm({ userId, version }: AskToConfirmProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mb-5">
      <Button onClick={() => setOpen(true)}>Ask to confirm details</Button>
      {isOpen ? <AskDialog userId={userId} version={version} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

function AskDialog({ userId, version, onClose }: AskToConfirmProps & { onClose: () => void }) {
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const ask = useCaseChange(
    userId,
    () =>
      api('POST /api/admin/users/:id/kyc-reverification', {
        params: { id: userId },
        body: { version, note: note.trim() },
      }),
    'The user was asked to confirm',
  )
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!hasLetters(note)) return setProblem('Write why you ask')
    ask.mutate()
  }
  return (
    <FormDialog
      title="Ask to confirm details"
      description={`We’ll email the user. They have ${CONFIRM_DAYS} days to confirm their details and stay verified in the meantime. If their ID has expired, they give a new one, and aren’t verified from then until it is checked.`}
      submitLabel="Ask to confirm"
      busy={ask.isPending}
      busyLabel="Asking..."
      error={ask.error ? { title: 'We didn’t ask the user', message: ask.error.message } : null}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextArea
        label="Why you ask"
        hint="Staff only. The user never sees it."
        rows={3}
        maxLength={REASON_TEXT_MAX}
        error={problem}
        value={note}
        onChange={(event) => {
          setNote(event.target.value)
          setProblem(undefined)
        }}
      />
    </FormDialog>
  )
}
