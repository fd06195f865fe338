import { type SubmitEvent, useState } from 'react'
import type { CaseProposal, ReviewCase } from '#contract/review/admin-cases.ts'
import { REASON_TEXT_MAX } from '#contract/verification/cases.ts'
import { api } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { useMay } from '#web/lib/may.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { ConflictBanner } from './conflict-banner.tsx'
import { refetchCase, useCaseChange } from './use-case-change.ts'

type Props = { userId: number; reviewCase: ReviewCase; proposal: CaseProposal }

/** The second pair of eyes: who proposed the approval and why, and the two answers to it (cases, Deciding). */
export function ProposalForm({ userId, reviewCase, proposal }: Props) {
  const [note, setNote] = useState('')
  const mayDecide = useMay(proposal.kind === 'override' ? 'cases.lead' : 'cases.decide')
  const input = () => ({
    params: { id: userId },
    body: { kind: reviewCase.kind, version: reviewCase.version, ...(note.trim() && { note: note.trim() }) },
  })
  const confirm = useCaseChange(
    userId,
    () => api('POST /api/admin/users/:id/kyc-confirmation', input()),
    'Approval confirmed',
  )
  const decline = useCaseChange(
    userId,
    () => api('POST /api/admin/users/:id/kyc-decline', input()),
    'Approval declined; the review is yours',
  )
  const reload = () => {
    confirm.reset()
    decline.reset()
    void refetchCase()
  }
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    confirm.mutate()
  }
  return (
    <form onSubmit={handleSubmit}>
      <Banner
        kind="info"
        title={`${proposal.by} proposes ${proposal.kind === 'override' ? 'an approval with evidence missing' : 'to approve'}`}
        className="mb-5"
      >
        {formatDateTime(proposal.at)}
        {proposal.note ? `. ${proposal.note}` : ''}
      </Banner>
      {proposal.mayConfirm && mayDecide ? (
        <>
          <TextArea
            label="Note for the record"
            optional
            hint="Staff only. The applicant never sees it."
            rows={3}
            maxLength={REASON_TEXT_MAX}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          <ConflictBanner error={confirm.error ?? decline.error} onReload={reload} className="mt-4" />
          <div className="dec mt-4 mb-5">
            <Button
              busy={decline.isPending}
              busyLabel="Declining..."
              disabled={confirm.isPending}
              onClick={() => decline.mutate()}
            >
              Decline
            </Button>
            <Button
              type="submit"
              variant="primary"
              busy={confirm.isPending}
              busyLabel="Confirming..."
              disabled={decline.isPending}
            >
              Confirm approval
            </Button>
          </div>
        </>
      ) : (
        <p className="mb-5 text-sm text-ink-2">A second person must confirm this approval.</p>
      )}
    </form>
  )
}
