import { useEffect, useSyncExternalStore } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { isConnectionLost, subscribeToConnection, watchConnection } from './connection.ts'

const isLostWhenDrawn = () => false

/** Says that there is no connection, for as long as there is none. */
export function OfflineBanner() {
  const isOffline = useSyncExternalStore(subscribeToConnection, isConnectionLost, isLostWhenDrawn)
  useEffect(watchConnection, [])
  return (
    <div className="offline" role="status">
      {isOffline ? (
        <Banner kind="warning" title="You’re offline">
          Keep this page open. What you typed is kept, and we’ll carry on when you’re back.
        </Banner>
      ) : null}
    </div>
  )
}
