import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { mayHaveHappened } from '#web/lib/api-error.ts'
import { invalidate, queryClient } from '#web/lib/query-client.ts'
import { reviewCaseQuery } from '#web/shared/directory/queries.ts'
import { toast } from '#web/ui/toast.ts'

/**
 * How a change is sent that names the version it was made on. It is never sent twice: the second would be refused as
 * a conflict with the first. Where the answer was lost, the case is read again before the failure shows, so that what
 * was stored after all is seen and the next try names the right version.
 */
export const versioned = {
  retry: false,
  onError: async (error: Error) => {
    if (mayHaveHappened(error)) await refetchCase()
  },
}

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

/** Puts an answered case in place of the one that was read before. */
export function showCase(userId: number, reviewCase: ReviewCase): void {
  queryClient.setQueryData(reviewCaseQuery(userId, reviewCase.kind).queryKey, { case: reviewCase })
}

/** Whether reviewers are waited for, so that verdicts can be saved (cases, Deciding). */
export function isOpen({ state }: Pick<ReviewCase, 'state'>): boolean {
  return state === 'submitted' || state === 'in_review'
}

/** Whether a moment has passed, by a timer that fires at it. */
export function useIsOver(at: string | null | undefined): boolean {
  const [passed, setPassed] = useState<string | null>(null)
  useEffect(() => {
    if (!at) return
    const timer = setTimeout(() => setPassed(at), Math.max(0, new Date(at).getTime() - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
  return at != null && passed === at
}

/** Reads again what a change of a case shows in. */
export function refetchCase(): Promise<void> {
  return invalidate(
    'GET /api/admin/users',
    'GET /api/admin/users/:id',
    'GET /api/admin/users/:id/kyc-case',
    'GET /api/admin/queue',
  )
}
