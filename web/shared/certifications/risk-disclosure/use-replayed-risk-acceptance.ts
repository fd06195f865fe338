import { useEffect } from 'react'
import { readStored } from '#web/lib/browser-storage.ts'
import { fetchModule } from '#web/lib/fetch-module.ts'
import { useOnboardingPerson } from '#web/lib/session.ts'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'

/**
 * Sends an acceptance that the server missed, or that was given signed out, once the person has signed in
 * (choices §4.7). Few people have one, so the code for it is loaded only for them.
 */
export function useReplayedRiskAcceptance(): void {
  const userId = useOnboardingPerson()?.id
  useEffect(() => {
    if (userId === undefined || !isOneWaiting()) return
    fetchModule(() => import('./replay-and-tell.ts')).then(
      ({ replayAndTell }) => replayAndTell(userId),
      () => {
        // A chunk that fails to load is tried again on the next page.
      },
    )
  }, [userId])
}

function isOneWaiting(): boolean {
  return readStored('local', LOCAL_KEYS.pendingRiskAcceptance) !== null
}
