import { useMutation } from '@tanstack/react-query'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { invalidate, queryClient } from '#web/lib/query-client.ts'
import { reviewCaseQuery } from '#web/shared/directory/queries.ts'
import { toast } from '#web/ui/toast.ts'
import { versioned } from './versioned-mutation.ts'

/**
 * A change of a case whose answer is the case as it is then: it shows at once, and every list that tells of it is read
 * again. `done` is what the toast says of it, if anything.
 */
export function useCaseChange<Variables = void>(
  userId: number,
  change: (variables: Variables) => Promise<{ case: ReviewCase }>,
  done?: string,
) {
  return useMutation({
    ...versioned,
    mutationFn: change,
    onSuccess: async ({ case: reviewCase }) => {
      showCase(userId, reviewCase)
      await invalidate('GET /api/admin/users', 'GET /api/admin/users/:id', 'GET /api/admin/queue')
      if (done) toast({ kind: 'success', title: done })
    },
  })
}

/** Puts an answered case in the place of the one that was read before. */
export function showCase(userId: number, reviewCase: ReviewCase): void {
  queryClient.setQueryData(reviewCaseQuery(userId, reviewCase.kind).queryKey, { case: reviewCase })
}
