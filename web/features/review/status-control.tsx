import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { AdminUserDetail } from '#contract/directory/admin-users.ts'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { AdminStatus, type CaseKind, type KycStatus } from '#contract/verification/cases.ts'
import { isFullyReviewed } from '#domain/cases/approval-basis.ts'
import { caseBadge, settableLabel, settableStatus } from '#domain/standing/case-badges.ts'
import { mayHaveHappened } from '#web/lib/api-error.ts'
import { useMay } from '#web/lib/may.tsx'
import { queryClient } from '#web/lib/query-client.ts'
import { reviewCaseQuery, userQuery } from '#web/shared/directory/queries.ts'
import { controlClass } from '#web/ui/control-class.ts'
import { dismissToast, toast } from '#web/ui/toast.ts'
import { basisOfCall, obstaclesNow, readDocuments } from './approval-by-call.ts'
import { sendStatus } from './send-status.ts'
import { STATUS_NAMES, StatusDialog, type StatusText } from './status-dialog.tsx'
import { isOpen, refetchCase, versioned } from './use-case-change.ts'
import { useListChoice } from './use-list-choice.ts'

type Props = {
  userId: number
  kind: CaseKind
  status: KycStatus
  /** Goes to the decision on the case, at one of its lines, or to the override there. */
  onReview: (at?: { line?: string; ask?: 'override' }) => void
}
type Change = StatusText & { status: AdminStatus }

/**
 * A status dropdown in the header. "Approved" leads to the decision unless everything is reviewed, and to the override
 * there if only that can approve; the others ask for confirmation first.
 */
export function StatusControl({ userId, kind, status, onReview }: Props) {
  const id = useId()
  const mayOverride = useMay('cases.override')
  const { data, isPending } = useQuery(reviewCaseQuery(userId, kind))
  const [asked, setAsked] = useState<AdminStatus | null>(null)
  const [failure, setFailure] = useState<number | null>(null)
  const reviewCase = data?.case
  const leaveWith = (set: AdminStatus, result?: KycStatus) => {
    // An earlier failed attempt is over.
    if (failure !== null) dismissToast(failure)
    toast({
      kind: 'success',
      title: 'Status updated',
      description:
        set === 'approved' && result === 'under_review'
          ? 'The approval waits for a second person'
          : `Verification status updated to ${settableLabel(set)}`,
    })
    setAsked(null)
  }
  const update = useMutation({
    mutationFn: ({ status: set, note, override, reason }: Change) =>
      sendStatus({ userId, kind }, set, {
        version: reviewCase?.version,
        ...(note && { note }),
        ...(override && { override }),
        ...(reason && { reasons: [reason] }),
      }),
    retry: versioned.retry,
    onSuccess: async (result, { status: set }) => {
      await refetchCase()
      leaveWith(set, result)
    },
    onError: async (error, { status: set }) => {
      await versioned.onError(error)
      const user = queryClient.getQueryData(userQuery(userId).queryKey)?.data
      if (mayHaveHappened(error) && user && statusOf(user, kind) === set) return leaveWith(set)
      setFailure(
        toast({ kind: 'error', title: 'Error', description: 'Failed to update verification status' }),
      )
    },
  })
  const isOwn = reviewCase?.mayDecide === false
  const isWaiting =
    reviewCase !== undefined && reviewCase !== null && (isOpen(reviewCase) || reviewCase.proposal !== null)
  const basis = reviewCase ? basisOfCall(reviewCase) : null
  const wouldOverride = mayOverride && (reviewCase?.statusObstacles.length ?? 0) > 0
  // If none of the four statuses names it, its badge's label is in the list, and can't be selected.
  const otherState = reviewCase && settableStatus(reviewCase.state) === null ? reviewCase.state : null
  const shown = otherState ?? status
  const handleChoice = (value: string) => {
    const chosen = AdminStatus.options.find((option) => option === value)
    if (!chosen || chosen === shown) return
    update.reset()
    if (chosen === 'approved' && reviewCase && basis && isWaiting) {
      if (!wouldOverride && !isFullyReviewed(basis)) return onReview({ line: matchLine(reviewCase) })
      // The desk has the marks that aren't saved yet, which count as well.
      if (wouldOverride && isOpen(reviewCase) && isWaivable(reviewCase)) return onReview({ ask: 'override' })
    }
    setAsked(chosen)
  }
  const choice = useListChoice(handleChoice)
  return (
    <div>
      <div className="flex items-center gap-3 max-sm:w-full">
        <label htmlFor={id} className="text-[.9375rem] font-semibold whitespace-nowrap">
          {STATUS_NAMES[kind]}
        </label>
        <select
          id={id}
          className={controlClass({ compact: true, kind: 'select', place: 'w-[190px] max-sm:flex-1' })}
          value={shown}
          // Until the case has loaded, it isn't known whether an approval leads to its review.
          disabled={isOwn || isPending}
          aria-describedby={isOwn ? `${id}-own` : undefined}
          {...choice}
        >
          {AdminStatus.options.some((option) => option === shown) ? null : (
            <option value={shown} disabled>
              {otherState ? caseBadge(otherState, 'staff').label : ''}
            </option>
          )}
          {AdminStatus.options.map((option) => (
            <option key={option} value={option}>
              {settableLabel(option)}
            </option>
          ))}
        </select>
      </div>
      {isOwn ? (
        <p className="mt-2 text-sm text-ink-3" id={`${id}-own`}>
          You can’t decide on your own verification.
        </p>
      ) : null}
      {asked ? (
        <StatusDialog
          // A new question starts with an empty note.
          key={asked}
          name={STATUS_NAMES[kind]}
          status={asked}
          obstacles={
            asked === 'approved' ? obstaclesNow(reviewCase?.statusObstacles ?? [], update.error) : []
          }
          basis={basis}
          read={reviewCase ? readDocuments(reviewCase) : null}
          proposal={reviewCase?.proposal ?? null}
          owner={reviewCase?.owner}
          mayOverride={mayOverride}
          busy={update.isPending}
          error={update.error}
          onReload={() => {
            update.reset()
            void refetchCase()
          }}
          onCancel={() => setAsked(null)}
          onDecideMatch={() => {
            setAsked(null)
            onReview({ line: 'screening' })
          }}
          onReview={
            isWaiting
              ? () => {
                  setAsked(null)
                  onReview()
                }
              : undefined
          }
          onConfirm={(said) => update.mutate({ status: asked, ...said })}
        />
      ) : null}
    </div>
  )
}

/** The line of the match that an approval waits for, if there is one. */
function matchLine({ statusObstacles }: ReviewCase): string | undefined {
  const match = statusObstacles.find(({ kind }) => kind === 'open_match' || kind === 'proposed_match')
  return match?.line ?? undefined
}

/** Whether an override lifts all that an approval waits for. */
function isWaivable({ statusObstacles }: ReviewCase): boolean {
  return statusObstacles.every(({ kind }) => kind === 'waivable')
}

/** Returns the status of one of a user's two cases; undefined if nothing was submitted. */
export function statusOf(
  user: Pick<AdminUserDetail, 'kyc_profile' | 'business_profile'>,
  kind: CaseKind,
): KycStatus | undefined {
  return kind === 'consumer' ? user.kyc_profile?.kyc_status : user.business_profile?.cdd_status
}
