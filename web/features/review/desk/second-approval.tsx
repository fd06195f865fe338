import { useState } from 'react'
import type { ApprovalObstacle, CaseProposal, ReviewCase } from '#contract/review/admin-cases.ts'
import { REASON_TEXT_MAX, UNDO_SECONDS } from '#contract/verification/case-limits.ts'
import { capabilityToConfirm } from '#domain/cases/second-approval.ts'
import { api } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { useMay } from '#web/lib/may.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'
import { ConflictBanner } from '../conflict-banner.tsx'
import { refetchCase, useCaseChange } from '../use-case-change.ts'
import { UNDO_KEY } from './desk-keys.ts'
import type { useDeskDecision } from './use-desk-decision.ts'

type Work = Pick<ReturnType<typeof useDeskDecision>, 'undo' | 'goOn'>

/**
 * The second person's answer to a proposed approval, with a note for the record; null if none is proposed
 * (cases, Four eyes).
 */
export function useSecondApproval(
  { userId, name }: { userId: number; name: string },
  reviewCase: ReviewCase,
  { undo, goOn }: Work,
) {
  const { proposal, kind, version, undoUntil } = reviewCase
  const [note, setNote] = useState('')
  const mayDecide = useMay(capabilityToConfirm(proposal?.kind ?? 'approval'))
  const input = () => ({
    params: { id: userId },
    body: { kind, version, ...(note.trim() && { note: note.trim() }) },
  })
  const confirm = useCaseChange(userId, async () => {
    const { params, body } = input()
    const answer = await api('POST /api/admin/users/:id/kyc-confirmation', {
      params,
      body: { ...body, undoable: true },
    })
    const next = goOn()
    const isUndoable = answer.case.undoUntil !== null
    const run = () => void undo(next)
    toast({
      kind: 'success',
      title: 'Approval confirmed',
      description: isUndoable ? `${name}. It counts in ${UNDO_SECONDS} seconds.` : name,
      ...(isUndoable && { action: { label: 'Undo', shortcut: UNDO_KEY, seconds: UNDO_SECONDS, run } }),
    })
    return answer
  })
  const decline = useCaseChange(
    userId,
    () => api('POST /api/admin/users/:id/kyc-decline', input()),
    proposal?.isYours ? 'Proposal cancelled; the review is yours' : 'Approval declined; the review is yours',
  )
  if (!proposal) return null
  const isBusy = confirm.isPending || decline.isPending
  const { confirmedBy } = proposal
  const mayAnswer = proposal.mayConfirm && mayDecide && undoUntil === null && confirmedBy === null
  const mayCancel = proposal.isYours && mayDecide
  return {
    proposal,
    note,
    setNote,
    mayAnswer,
    mayCancel,
    isConfirming: confirm.isPending,
    isDeclining: decline.isPending,
    error: confirm.error ?? decline.error,
    confirm: () => (mayAnswer && !isBusy ? confirm.mutate() : undefined),
    decline: () => ((mayAnswer || mayCancel) && !isBusy ? decline.mutate() : undefined),
    reload: () => {
      confirm.reset()
      decline.reset()
      void refetchCase()
    },
  }
}
export type SecondApproval = NonNullable<ReturnType<typeof useSecondApproval>>

/** What the second person reads first: who proposed the approval and why, and what was overridden. */
export function ProposedApproval({
  second,
  rules,
}: {
  second: SecondApproval
  rules: readonly ApprovalObstacle[]
}) {
  const { proposal, mayAnswer, note, setNote, error, reload } = second
  return (
    <section aria-labelledby="second-approval" className="mb-4 border-b border-line pb-4">
      <h2 id="second-approval" className="text-[1.125rem]/6 font-semibold">
        Second approval
      </h2>
      <p className="mb-3 text-sm text-ink-2">
        {proposal.by} proposed {proposal.kind === 'override' ? 'to approve by override' : 'to approve'},{' '}
        {formatDateTime(proposal.at)}.
      </p>
      {rules.length > 0 ? (
        <Banner
          kind="warning"
          title={rules.length === 1 ? 'One rule was set aside' : `${rules.length} rules were set aside`}
          className="mb-3"
        >
          <ul className={rules.length > 1 ? 'list-disc pl-5' : undefined}>
            {rules.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Banner>
      ) : null}
      {proposal.note ? (
        <div className="mb-3 rounded-2 border border-line bg-sunken px-3 py-2 text-sm">
          <p className="text-[.8125rem] text-ink-3">{firstName(proposal)}’s note</p>
          <p className="whitespace-pre-line wrap-anywhere">{proposal.note}</p>
        </div>
      ) : null}
      <ConflictBanner error={error} onReload={reload} className="mb-3" />
      {mayAnswer ? (
        <TextArea
          label="Note for the record"
          optional
          hint="An answer with a note counts at once. It can’t be undone."
          rows={2}
          className="min-h-16"
          maxLength={REASON_TEXT_MAX}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      ) : null}
    </section>
  )
}

/** The two answers; the proposer has neither. */
export function SecondApprovalBar({ second }: { second: SecondApproval }) {
  const { proposal, mayAnswer, mayCancel, isConfirming, isDeclining, confirm, decline } = second
  return (
    <div className="border-t border-line bg-surface px-5 py-3 max-[73.75rem]:fixed max-[73.75rem]:inset-x-0 max-[73.75rem]:bottom-0 max-[73.75rem]:translate-y-[calc(var(--bottom-panel,0px)*-1)] max-[73.75rem]:z-10 max-[73.75rem]:shadow-3">
      <p role="status" className={classNames('text-sm text-ink-2', (mayAnswer || mayCancel) && 'mb-2')}>
        {mayAnswer
          ? `You can confirm it, because ${firstName(proposal)} proposed it.`
          : proposal.confirmedBy
            ? `${proposal.confirmedBy} has confirmed it. It counts in a few seconds.`
            : proposal.kind === 'override'
              ? 'An admin must confirm this approval as the second person.'
              : 'A second person must confirm this approval.'}
      </p>
      {mayAnswer ? (
        <div className="grid grid-cols-[1.4fr_1fr] gap-2">
          <Button
            variant="primary"
            busy={isConfirming}
            busyLabel="Confirming..."
            aria-keyshortcuts="Enter"
            onClick={confirm}
          >
            Confirm approval <Kbd>Enter</Kbd>
          </Button>
          <Button busy={isDeclining} busyLabel="Declining..." aria-keyshortcuts="B" onClick={decline}>
            Decline <Kbd>B</Kbd>
          </Button>
        </div>
      ) : mayCancel ? (
        <Button busy={isDeclining} busyLabel="Cancelling..." onClick={decline}>
          Cancel proposal
        </Button>
      ) : null}
    </div>
  )
}

function firstName({ by }: Pick<CaseProposal, 'by'>): string {
  return by.trim().split(/\s+/)[0] ?? by
}
