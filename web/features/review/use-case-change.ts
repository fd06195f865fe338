import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { mayHaveHappened } from '#web/lib/api-error.ts'
import { invalidate, queryClient } from '#web/lib/query-client.ts'
import { reviewCaseQuery } from '#web/shared/directory/queries.ts'
import { toast } from '#web/ui/toast.ts'

/**
 * How to send a change that names the version it is based on. It is never retried: the second would be refused
 * as a conflict with the first. After a lost answer the case is refetched before the failure shows, so that a
 * change stored after all is visible and the next attempt names the right version.
 */
export const versioned = {
  retry: false,
  onError: async (error: Error) => {
    if (mayHaveHappened(error)) await refetchCase()
  },
}

/**
 * A change of a case whose response is the updated case: it is shown immediately, and every list that includes
 * it is refetched. `done` is the toast's text, if any.
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

/** Replaces the cached case with the one from a response. */
export function showCase(userId: number, reviewCase: ReviewCase): void {
  queryClient.setQueryData(reviewCaseQuery(userId, reviewCase.kind).queryKey, { case: reviewCase })
}

/** Whether the case awaits a review, so that verdicts can be saved. */
export function isOpen({ state }: Pick<ReviewCase, 'state'>): boolean {
  return state === 'submitted' || state === 'in_review'
}

/** Whether a time has passed, by a timer that fires then. */
export function useIsOver(at: string | null | undefined): boolean {
  const [passed, setPassed] = useState<string | null>(null)
  useEffect(() => {
    if (!at) return
    const timer = setTimeout(() => setPassed(at), Math.max(0, new Date(at).getTime() - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
  return at != null && passed === at
}

/** Refetches everything that a case's change affects. */
export function refetchCase(): Promise<void> {
  return invalidate(
    'GET /api/admin/users',
    'GET /api/admin/users/:id',
    'GET /api/admin/users/:id/kyc-case',
    'GET /api/admin/queue',
  )
}
