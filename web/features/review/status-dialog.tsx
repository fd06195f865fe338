import { useId, useState } from 'react'
import type { ApprovalObstacle, CaseProposal, ReviewOwner } from '#contract/review/admin-cases.ts'
import { REASON_TEXT_MAX } from '#contract/verification/case-limits.ts'
import type { AdminStatus, ApprovalBasis, CaseKind, FinalReason } from '#contract/verification/cases.ts'
import { FINAL_REASONS } from '#contract/verification/reason-codes.ts'
import { approvalSentence, isFullyReviewed } from '#domain/cases/approval-basis.ts'
import { reasonLabel } from '#domain/cases/decision-reasons.ts'
import { settableLabel } from '#domain/standing/case-badges.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { ConflictBanner } from './conflict-banner.tsx'

export interface StatusDialogProps {
  /** Which of a user's statuses it is. */
  name: string
  status: AdminStatus
  /** What prevents an approval. */
  obstacles: readonly Pick<ApprovalObstacle, 'kind' | 'text'>[]
  /** What an approval would be based on; null if there is no case. */
  basis: ApprovalBasis | null
  /** How many of the case's documents the reader has read on screen; null if it has none. */
  read: { documents: number; total: number } | null
  /** The approval awaiting a second person. */
  proposal: Pick<CaseProposal, 'kind' | 'by' | 'isYours'> | null
  /** The colleague who works on the case: only with their claim over is anything set (cases, Claims). */
  owner?: Pick<ReviewOwner, 'name' | 'isYou' | 'until'> | null
  /** A super admin may approve despite what is `waivable`, with a note (cases, Overrides). */
  mayOverride: boolean
  busy: boolean
  error: Error | null
  onReload: () => void
  onCancel: () => void
  /** Goes to the sanctions match that has to be decided first. */
  onDecideMatch: () => void
  /** Goes to the decision, item by item; undefined if the case doesn't await a review. */
  onReview: (() => void) | undefined
  onConfirm: (said: StatusText) => void
}

/** An administrator's text along with the status itself. */
export interface StatusText {
  note: string
  override: boolean
  reason: FinalReason | null
}

/** Asks before a status is set: what it does, what is missing, and a note for the record. */
export function StatusDialog({
  name,
  status,
  obstacles,
  basis,
  read,
  proposal,
  owner = null,
  mayOverride,
  busy,
  error,
  onReload,
  onCancel,
  onDecideMatch,
  onReview,
  onConfirm,
}: StatusDialogProps) {
  const id = useId()
  const [reason, setReason] = useState<FinalReason | null>(null)
  const [reasonError, setReasonError] = useState<string>()
  const [note, setNote] = useState('')
  const [override, setOverride] = useState(false)
  const [noteError, setNoteError] = useState<string>()
  const [overrideError, setOverrideError] = useState<string>()
  const isStopped = status === 'approved' && obstacles.length > 0
  const isUndecided = isStopped && obstacles.some(({ kind }) => kind === 'open_match')
  const hasOpenMatch = isUndecided || (isStopped && obstacles.some(({ kind }) => kind === 'proposed_match'))
  const canOverride = isStopped && mayOverride && obstacles.every(({ kind }) => kind === 'waivable')
  const isConfirming = proposal?.kind === 'override' && !proposal.isYours
  const handleConfirm = () => {
    if (hasOpenMatch) return onDecideMatch()
    if (canOverride && !override) {
      setOverrideError('Tick this to approve anyway')
      return focusField(`${id}-override`)
    }
    if (canOverride && !note.trim()) {
      setNoteError('Write why you approve anyway')
      return focusField(`${id}-note`)
    }
    if (status === 'rejected' && !reason) {
      setReasonError('Choose a reason')
      return focusField(`${id}-reason`)
    }
    onConfirm({ note: note.trim(), override: canOverride && override, reason })
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onCancel())}
      title={
        isUndecided
          ? 'Decide the match first'
          : hasOpenMatch
            ? 'The match needs a second person'
            : `Set the ${name} to ${settableLabel(status)}?`
      }
      description={
        hasOpenMatch ? MATCH_FIRST : canOverride && !isConfirming ? OVERRIDE_PROPOSED : STATUS_EFFECTS[status]
      }
      confirmLabel={hasOpenMatch ? 'Open the match' : `Set to ${settableLabel(status)}`}
      danger={status === 'rejected'}
      busy={busy}
      busyLabel="Saving..."
      onConfirm={handleConfirm}
    >
      {owner?.until && !owner.isYou ? (
        <Banner kind="warning" title={`${owner.name} is working on this case`} className="mt-4">
          Until {formatDateTime(owner.until)}, or until they give it back, only they can change its status.
        </Banner>
      ) : null}
      {isStopped ? (
        <Banner
          kind="warning"
          title={canOverride ? 'What an override would set aside' : 'Before you can approve'}
          className="mt-4"
        >
          <ul className="list-disc pl-5">
            {obstacles.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Banner>
      ) : null}
      {status === 'approved' && basis && !hasOpenMatch && (canOverride || !isFullyReviewed(basis)) ? (
        <Banner
          kind={isFullyReviewed(basis) ? 'info' : 'warning'}
          title={`${basis.reviewed} of ${basis.total} items are accepted`}
          className="mt-4"
        >
          {read ? `You have opened ${read.documents} of ${read.total} documents at reading size. ` : null}
          {isFullyReviewed(basis) ? null : onReview ? (
            <>
              <button type="button" className="link" onClick={onReview}>
                Review the items instead
              </button>
              .{' '}
            </>
          ) : (
            'To review the rest, set the status to Submitted and decide item by item. '
          )}
          If you approve now, the record says “
          {approvalSentence({ ...basis, way: canOverride ? 'override' : basis.way })}”.
        </Banner>
      ) : null}
      {status === 'rejected' ? (
        <SelectField
          id={`${id}-reason`}
          label="Reason"
          hint="Staff only. The applicant never sees it."
          placeholder="Choose a reason"
          fieldClassName="mt-4"
          error={reasonError}
          options={FINAL_REASONS.map((code) => ({ value: code, label: reasonLabel(code) }))}
          value={reason ?? ''}
          onChange={(event) => {
            setReason(FINAL_REASONS.find((code) => code === event.target.value) ?? null)
            setReasonError(undefined)
          }}
        />
      ) : null}
      {canOverride ? (
        <Checkbox
          id={`${id}-override`}
          label="Approve anyway"
          hint={overrideHint(proposal)}
          error={overrideError}
          checked={override}
          onChange={(event) => {
            setOverride(event.target.checked)
            setOverrideError(undefined)
          }}
          fieldClassName="mt-3"
        />
      ) : null}
      {hasOpenMatch ? null : (
        <TextArea
          id={`${id}-note`}
          label="Note for the record"
          optional={!canOverride}
          hint="Staff only. The applicant never sees it."
          error={noteError}
          maxLength={REASON_TEXT_MAX}
          rows={3}
          fieldClassName="mt-4"
          value={note}
          onChange={(event) => {
            setNote(event.target.value)
            setNoteError(undefined)
          }}
        />
      )}
      <ConflictBanner error={error} onReload={onReload} className="mt-4" />
    </ConfirmDialog>
  )
}

/** Who proposed an override, or who has to approve it. */
function overrideHint(proposal: StatusDialogProps['proposal']): string {
  return proposal?.kind === 'override' && !proposal.isYours
    ? `${proposal.by} proposed it. You confirm it as the second person.`
    : 'An admin must confirm it as the second person.'
}

/** The names of a user's two statuses. */
export const STATUS_NAMES: Readonly<Record<CaseKind, string>> = {
  consumer: 'KYC status',
  business: 'Business status',
}

const OVERRIDE_PROPOSED =
  'This proposes the approval. Nothing changes and no email is sent until an admin confirms it.'

const MATCH_FIRST = 'Nothing is approved, and no email is sent, while a match is open.'

/** What setting a status does, for the confirmation (cases, The status call). */
const STATUS_EFFECTS: Readonly<Record<AdminStatus, string>> = {
  pending: 'This reopens the case. The applicant can change everything and submit again.',
  submitted: 'The case goes back into the queue for review.',
  approved: 'We’ll verify the applicant and email them.',
  rejected:
    'This closes the case. The applicant gets a neutral email without the reason, and can’t upload anything more.',
}
