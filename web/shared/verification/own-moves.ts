import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { correctionPath } from '#domain/cases/case-notice-text.ts'
import { api } from '#web/lib/api.ts'
import { invalidate, queryClient } from '#web/lib/query-client.ts'
import { type OwnCase, ownCaseQuery } from './own-case.ts'

/** Reopens a withdrawn or expired application, and leads into it. */
export function useStartAgain(kind: OwnCase['kind']) {
  const navigate = useNavigate()
  return useOwnMove('POST /api/onboarding/start-again', kind, () => navigate({ to: correctionPath(kind) }))
}

/** An action on one's own case whose response is the case's new state. */
export function useOwnMove(
  call: 'POST /api/onboarding/withdraw' | 'POST /api/onboarding/start-again',
  kind: OwnCase['kind'],
  onDone: () => unknown,
) {
  return useMutation({
    mutationFn: () => api(call, { body: { kind } }),
    onSuccess: async (answer) => {
      queryClient.setQueryData(ownCaseQuery(kind).queryKey, { case: answer.case })
      await onDone()
      await invalidate(
        'GET /api/verification/status',
        'GET /api/auth/user',
        'GET /api/documents',
        'GET /api/documents/former',
        'GET /api/onboarding/kyc-profile-by-user/:id',
        'GET /api/user/profile',
        'GET /api/notices',
      )
    },
  })
}
