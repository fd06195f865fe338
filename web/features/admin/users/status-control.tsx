import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { AdminStatus, type CaseKind, type KycStatus } from '#contract/cases.ts'
import { ApiError, mayHaveHappened } from '#web/lib/api-error.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { useUser } from '#web/lib/session.ts'
import { toast } from '#web/ui/toast.ts'
import { reviewCaseQuery, userQuery } from '../queries.ts'
import { refetchCase, versioned } from '../review/versioned-mutation.ts'
import { setStatus, statusOf } from './case-status.ts'
import { StatusDialog } from './status-dialog.tsx'
import { STATUS_LABELS, STATUS_NAMES } from './status-words.ts'

type Props = { userId: number; kind: CaseKind; status: KycStatus }
type Change = { status: AdminStatus; note: string; override: boolean }

/** A status dropdown of the header: it asks first, and says what an approval lacks (account-admin §2 and §8). */
export function StatusControl({ userId, kind, status }: Props) {
  const id = useId()
  const admin = useUser()
  const { data } = useQuery(reviewCaseQuery(userId, kind))
  const [asked, setAsked] = useState<AdminStatus | null>(null)
  const one = data?.case
  const leaveWith = (set: AdminStatus, result?: KycStatus) => {
    toast({
      kind: 'success',
      title: 'Status updated',
      description:
        set === 'approved' && result === 'under_review'
          ? 'The approval waits for a second person'
          : `Verification status updated to ${STATUS_LABELS[set]}`,
    })
    setAsked(null)
  }
  const update = useMutation({
    mutationFn: ({ status: set, note, override }: Change) =>
      setStatus({ userId, kind }, set, {
        version: one?.version,
        ...(note && { note }),
        ...(override && { override }),
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
      toast({ kind: 'error', title: 'Error', description: 'Failed to update verification status' })
    },
  })
  const isOwn = one?.mayDecide === false
  const handleChoice = (value: string) => {
    const chosen = AdminStatus.options.find((option) => option === value)
    if (!chosen || chosen === status) return
    update.reset()
    setAsked(chosen)
  }
  return (
    <div>
      <div className="kyc">
        <label htmlFor={id}>{STATUS_NAMES[kind]}</label>
        <select
          id={id}
          className="in in-sm"
          value={status}
          disabled={isOwn}
          aria-describedby={isOwn ? `${id}-own` : undefined}
          onChange={(event) => handleChoice(event.target.value)}
        >
          {status === 'under_review' ? (
            <option value={status} disabled>
              Under review
            </option>
          ) : null}
          {AdminStatus.options.map((option) => (
            <option key={option} value={option}>
              {STATUS_LABELS[option]}
            </option>
          ))}
        </select>
      </div>
      {isOwn ? (
        <p className="mt-2 text-sm text-ink-3" id={`${id}-own`}>
          You cannot decide on your own verification.
        </p>
      ) : null}
      {asked ? (
        <StatusDialog
          // A new question starts with an empty note.
          key={asked}
          name={STATUS_NAMES[kind]}
          status={asked}
          missing={missingOf(update.error) ?? (asked === 'approved' ? (one?.missingEvidence ?? []) : [])}
          mayOverride={admin?.is_super_admin ?? false}
          busy={update.isPending}
          error={update.error}
          onReload={() => {
            update.reset()
            void refetchCase()
          }}
          onCancel={() => setAsked(null)}
          onConfirm={(note, override) => update.mutate({ status: asked, note, override })}
        />
      ) : null}
    </div>
  )
}

/** What an approval lacked, as the refusal says it. */
function missingOf(error: Error | null): readonly string[] | undefined {
  return error instanceof ApiError ? error.body.conflict?.missing : undefined
}
