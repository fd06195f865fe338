import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { VerificationFacts } from '#domain/onboarding/verification-progress.ts'
import type { Answer } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { useUser } from '#web/lib/session.ts'
import { toast } from '#web/ui/toast.ts'
import { factsOfFallback, factsOfStatus } from './verification-facts.ts'

export type Verification =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string; retry: () => void }
  | {
      kind: 'loaded'
      facts: VerificationFacts
      status: Answer<'GET /api/verification/status'> | null
      certifications: Answer<'GET /api/certifications/user'>['certifications']
    }

export const LOAD_FAILED = 'Failed to load verification status. Please try again.'

/** How far one's own verification is; two older calls stand in where the status call fails (onboarding §7 and §8). */
export function useVerification(): Verification {
  const user = useUser() ?? null
  const status = useQuery(endpointQuery('GET /api/verification/status'))
  const certifications = useQuery({
    ...endpointQuery('GET /api/certifications/user'),
    enabled: status.isError,
  })
  const type = useQuery({ ...endpointQuery('GET /api/user/type'), enabled: status.isError })
  const hasFailed = status.isError && (certifications.isError || type.isError)
  useEffect(() => {
    if (hasFailed) toast({ kind: 'error', title: LOAD_FAILED })
  }, [hasFailed])

  const now = new Date()
  if (status.data) {
    return {
      kind: 'loaded',
      facts: factsOfStatus(status.data, now),
      status: status.data,
      certifications: status.data.certifications,
    }
  }
  if (certifications.data && type.data) {
    return {
      kind: 'loaded',
      facts: factsOfFallback(certifications.data, type.data, user, now),
      status: null,
      certifications: certifications.data.certifications,
    }
  }
  if (hasFailed) {
    return { kind: 'failed', message: status.error.message, retry: () => void status.refetch() }
  }
  return { kind: 'loading' }
}
