import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { AdminStatus, type KycStatus } from '#contract/cases.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, mayHaveHappened } from '#web/lib/api-error.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { useUser } from '#web/lib/session.ts'
import { toast } from '#web/ui/toast.ts'
import { reviewCaseQuery, userQuery } from './queries.ts'
import { StatusDialog } from './status-dialog.tsx'
import { STATUS_LABELS } from './status-words.ts'
import { refetchCase, versioned } from './versioned-mutation.ts'

type Change = { status: AdminStatus; note: string; override: boolean }

/** The status dropdown of the header: it asks first, and says what an approval lacks (account-admin §2 and §8). */
export function StatusControl({ userId, status }: { userId: number; status: KycStatus }) {
  const id = useId()
  const admin = useUser()
  const { data } = useQuery(reviewCaseQuery(userId))
  const [asked, setAsked] = useState<AdminStatus | null>(null)
  const one = data?.case
  const leaveWith = (set: AdminStatus) => {
    toast({
      kind: 'success',
      title: 'Status updated',
      description: `Verification status updated to ${STATUS_LABELS[set]}`,
    })
    setAsked(null)
  }
  const update = useMutation({
    mutationFn: ({ status: kyc_status, note, override }: Change) =>
      api('PUT /api/admin/users/:id/kyc-status', {
        params: { id: userId },
        body: {
          kyc_status,
          version: one?.version,
          ...(note && { note }),
          ...(override && { override }),
        },
      }),
    retry: versioned.retry,
    onSuccess: async (_, { status: set }) => {
      await refetchCase()
      leaveWith(set)
    },
    onError: async (error, { status: set }) => {
      await versioned.onError(error)
      const stored = queryClient.getQueryData(userQuery(userId).queryKey)?.data.kyc_profile?.kyc_status
      if (mayHaveHappened(error) && stored === set) return leaveWith(set)
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
        <label htmlFor={id}>KYC status</label>
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
