import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import type { NextFilters } from '#contract/review/review-queue.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { invalidate, queryClient } from '#web/lib/query-client.ts'
import { reviewCaseQuery, userQuery } from '#web/shared/directory/queries.ts'
import { toast } from '#web/ui/toast.ts'

/** The case's owner, and which of their two cases it is. */
export type ClaimedCase = { userId: number; kind: CaseKind }

/**
 * Claims the most urgent case, of a list or of all, and opens it; says so if none is waiting. `list` is the
 * list's name in the URL; `onClaimed` is called with the case before it opens. Never retried, because that
 * would claim two. `followOn` is for what ends the work on another case: no one asked for this one, so reaching
 * the limit of claimed cases isn't an error.
 */
export function useClaimNext(
  filters: NextFilters = {},
  list?: string,
  onClaimed?: (reviewCase: ReviewCase) => void,
) {
  const navigate = useNavigate()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (_: { isAsked: boolean }) => api('POST /api/admin/queue/next', { body: filters }),
    retry: false,
    onSuccess: async ({ case: next, skipped }) => {
      void invalidate('GET /api/admin/queue')
      if (!next) return void toast(nothingWaits(skipped))
      const { userId, kind, review } = next
      queryClient.setQueryData(reviewCaseQuery(userId, kind).queryKey, { case: review })
      onClaimed?.(review)
      // The previous page stays until there is something to show.
      await queryClient.prefetchQuery(userQuery(userId))
      await navigate(caseLink(next, { list }))
    },
    onError: (error, { isAsked }) =>
      !isAsked && error instanceof ApiError && error.code === 'INVALID_STATE'
        ? toast({ title: 'No next case was opened', description: error.message })
        : toast({ kind: 'error', title: 'No case was claimed', description: error.message }),
  })
  /** Returns the claimed case once it is open; null if none was claimed. */
  const claim = async (isAsked: boolean): Promise<ClaimedCase | null> => {
    if (isPending) return null
    // The mutation above reports failures.
    return mutateAsync({ isAsked }).then(
      ({ case: next }) => next,
      () => null,
    )
  }
  return { claimNext: () => claim(true), followOn: () => claim(false), isClaiming: isPending }
}

function nothingWaits(skipped: number) {
  if (skipped === 0)
    return { title: 'Nothing is waiting', description: 'Every case is decided or being reviewed.' }
  const cases = skipped === 1 ? 'the case' : `the ${skipped} cases`
  return {
    title: 'Nothing else is waiting',
    description: `We’ll offer you ${cases} you skipped again within the hour.`,
  }
}

/**
 * The link to a case's desk, at one of its lines or with a dialog, opened from a list. Spread it on a Link, or pass it
 * to `navigate`.
 */
export function caseLink(
  { userId, kind }: ClaimedCase,
  { line, list, ask }: { line?: string; list?: string; ask?: string } = {},
) {
  return {
    to: '/admin/users/$id/desk',
    params: { id: String(userId) },
    search: { kind, line, list, ask },
  } as const
}
