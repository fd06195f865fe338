import { useNavigate } from '@tanstack/react-router'
import type { CaseKind } from '#contract/verification/cases.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { type ClaimedCase, caseLink } from '#web/shared/cases/use-claim-next.ts'
import { toast } from '#web/ui/toast.ts'
import { refetchCase, showCase } from '../use-case-change.ts'

/**
 * Returns what takes back the decision on a case and opens its desk again, with its marks. By then another case may stand there:
 * nothing of it depends on the desk that decided. `claimed` is the case that the decision led to: where its desk is left for this
 * one, it goes back to the queue, since no one would remember to hold it.
 */
export function useUndoDecision(userId: number, kind: CaseKind, list: string | undefined) {
  const navigate = useNavigate()
  return async (claimed: Promise<ClaimedCase | null> | null) => {
    try {
      const { case: undone } = await api('DELETE /api/admin/users/:id/kyc-decision', {
        params: { id: userId },
        query: { kind },
      })
      const next = await claimed
      const wasOpen = next !== null && isOnDeskOf(next)
      showCase(userId, undone)
      toast({
        kind: 'success',
        title: 'Decision undone',
        description: 'No one was told. Your marks are still there.',
      })
      await navigate(caseLink({ userId, kind }, { list }))
      if (wasOpen && !isOnDeskOf(next)) await giveBack(next)
      await invalidate('GET /api/admin/users', 'GET /api/admin/queue')
    } catch (error) {
      if (!(error instanceof Error)) throw error
      toast({ kind: 'error', title: 'The decision was not undone', description: error.message })
      await refetchCase()
    }
  }
}

function isOnDeskOf({ userId }: ClaimedCase): boolean {
  return window.location.pathname === `/admin/users/${userId}/desk`
}

async function giveBack({ userId, kind }: ClaimedCase): Promise<void> {
  try {
    const answer = await api('POST /api/admin/users/:id/kyc-release', {
      params: { id: userId },
      body: { kind },
    })
    showCase(userId, answer.case)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Where someone else has it already, there is nothing to give back.
    if (error.code !== 'INVALID_STATE')
      toast({ kind: 'error', title: 'You still hold the next case', description: error.message })
  }
}
