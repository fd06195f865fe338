import { useEffect } from 'react'
import { readStored } from '#web/lib/browser-storage.ts'
import { fetchModule } from '#web/lib/fetch-module.ts'
import { invalidate, queryClient } from '#web/lib/query-client.ts'
import { useOnboardingPerson } from '#web/lib/session.ts'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'
import { toast } from '#web/ui/toast.ts'

/**
 * Sends an acceptance that the server missed, or that was given signed out, once the person has signed in
 * (choices §4).
 */
export function useReplayedRiskAcceptance(): void {
  const userId = useOnboardingPerson()?.id
  useEffect(() => {
    if (userId !== undefined && isOneWaiting()) void replay(userId)
  }, [userId])
}

const NOT_RECORDED = {
  changed: {
    title: 'The risk disclosure has changed',
    description: 'Your acceptance was not recorded. Read the new text and accept it again.',
  },
  lapsed: {
    title: 'Your acceptance was not recorded',
    description: 'The risk disclosure was accepted here over an hour before you signed in. Accept it again.',
  },
} as const

/** Few people have one, so the statement and its code are loaded only for them. */
async function replay(userId: number): Promise<void> {
  try {
    const [{ replayRiskAcceptance }, { riskAcceptedQuery }] = await Promise.all([
      fetchModule(() => import('./risk-acceptance.ts')),
      fetchModule(() => import('./queries.ts')),
    ])
    const accepted = riskAcceptedQuery(userId)
    // A response from before the record, still in transit, would overwrite the newer state.
    await queryClient.prefetchQuery(accepted)
    const result = await replayRiskAcceptance(userId)
    if (result === 'changed' || result === 'lapsed') toast({ kind: 'warning', ...NOT_RECORDED[result] })
    if (result !== 'recorded') return
    // Set immediately: after the stored acceptance is removed and before a refetch, no page may show it as
    // missing.
    queryClient.setQueryData(accepted.queryKey, { hasAccepted: true })
    toast({ kind: 'success', title: 'Risk Disclosure Accepted' })
    await invalidate('GET /api/verification/status')
  } catch {
    // A chunk that fails to load is tried again on the next page.
  }
}

function isOneWaiting(): boolean {
  return readStored('local', LOCAL_KEYS.pendingRiskAcceptance) !== null
}
