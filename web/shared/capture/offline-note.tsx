import { onlineManager } from '@tanstack/react-query'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)
const isOffline = () => !onlineManager.isOnline()

/** Says in the camera, which covers the page's own banner, that there is no connection. */
export function OfflineNote({ className }: { className?: string }) {
  const isShown = useSyncExternalStore(subscribe, isOffline)
  return (
    <div className={className} role="status">
      {isShown ? (
        <p className="flex items-start justify-center gap-2 px-3 py-1.5 text-sm">
          <WifiOff className="mt-0.5 size-4 flex-none" />
          You’re offline. We’ll send this photo when you’re back.
        </p>
      ) : null}
    </div>
  )
}
