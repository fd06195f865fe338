import { invalidate, queryClient } from '#web/lib/query-client.ts'
import { toast } from '#web/ui/toast.ts'
import { riskAcceptedQuery } from './queries.ts'
import { replayRiskAcceptance } from './risk-acceptance.ts'

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

/** Sends the acceptance that waits in this browser, and says what became of it. */
export async function replayAndTell(userId: number): Promise<void> {
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
}
