import { useMutation } from '@tanstack/react-query'
import type { QueueRow } from '#contract/review/review-queue.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { toast } from '#web/ui/toast.ts'

export interface Ownership {
  claim: (row: QueueRow) => void
  release: (row: QueueRow) => void
  /** The case that is being claimed or given back. */
  busyId: number | undefined
}

/** Claims a case of the list, or gives it back. */
export function useOwnership(): Ownership {
  const { mutate, variables, isPending } = useMutation({
    mutationFn: ({ row, way }: { row: QueueRow; way: 'claim' | 'release' }) => {
      const input = { params: { id: row.userId }, body: { kind: row.kind } }
      return way === 'claim'
        ? api('POST /api/admin/users/:id/kyc-claim', input)
        : api('POST /api/admin/users/:id/kyc-release', input)
    },
    onError: (error, { way }) =>
      toast({
        kind: 'error',
        title: way === 'claim' ? 'The case wasn’t claimed' : 'The case wasn’t given back',
        description: whyNot(error),
      }),
    // Also after a refusal: someone else has it, and the list should say so.
    onSettled: () => invalidate('GET /api/admin/queue', 'GET /api/admin/users/:id/kyc-case'),
  })
  return {
    claim: (row) => mutate({ row, way: 'claim' }),
    release: (row) => mutate({ row, way: 'release' }),
    busyId: isPending ? variables.row.id : undefined,
  }
}

function whyNot(error: Error): string {
  const holder = error instanceof ApiError ? error.body.conflict?.claimedBy : undefined
  return holder ? `${holder} is working on it.` : error.message
}
