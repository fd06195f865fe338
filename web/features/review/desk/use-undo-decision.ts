import { useNavigate } from '@tanstack/react-router'
import type { CaseKind } from '#contract/verification/cases.ts'
import { api } from '#web/lib/api.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { caseLink } from '#web/shared/cases/use-claim-next.ts'
import { toast } from '#web/ui/toast.ts'
import { refetchCase, showCase } from '../use-case-change.ts'

/**
 * Returns what takes back the decision on a case and opens its desk again, with its marks. By then another case may stand there:
 * nothing of it depends on the desk that decided.
 */
export function useUndoDecision(userId: number, kind: CaseKind, list: string | undefined) {
  const navigate = useNavigate()
  return async () => {
    try {
      const { case: undone } = await api('DELETE /api/admin/users/:id/kyc-decision', {
        params: { id: userId },
        query: { kind },
      })
      showCase(userId, undone)
      toast({
        kind: 'success',
        title: 'Decision undone',
        description: 'No one was told. Your marks are still there.',
      })
      await navigate(caseLink({ userId, kind }, { list }))
      await invalidate('GET /api/admin/users', 'GET /api/admin/queue')
    } catch (error) {
      if (!(error instanceof Error)) throw error
      toast({ kind: 'error', title: 'The decision was not undone', description: error.message })
      await refetchCase()
    }
  }
}
