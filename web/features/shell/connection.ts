import { onlineManager } from '@tanstack/react-query'
import { NO_ANSWER } from '#web/lib/api-error.ts'

const ALIVE = '/api/health/live'
const ASK_AGAIN_MS = 5000

let isOffline = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/**
 * Watches the line until the given function is called: the browser's own word for it, and calls that got no answer,
 * after which the server is asked whether it is there. While it is not, queries wait; when it is back the window says
 * `online`, as it does for a cable, and everything that waits carries on.
 */
export function watchConnection(): () => void {
  const handleOffline = () => setOffline(true)
  const handleOnline = () => setOffline(false)
  window.addEventListener('offline', handleOffline)
  window.addEventListener('online', handleOnline)
  window.addEventListener(NO_ANSWER, ask)
  if (!navigator.onLine) setOffline(true)
  return () => {
    window.removeEventListener('offline', handleOffline)
    window.removeEventListener('online', handleOnline)
    window.removeEventListener(NO_ANSWER, ask)
    clearTimeout(timer)
    timer = undefined
  }
}

/** Whether the server cannot be reached, as far as is known. */
export const isConnectionLost = (): boolean => isOffline

/** Calls the listener after every change; returns a function that stops it. */
export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setOffline(next: boolean): void {
  clearTimeout(timer)
  timer = next ? setTimeout(ask, ASK_AGAIN_MS) : undefined
  if (next === isOffline) return
  isOffline = next
  onlineManager.setOnline(!next)
  for (const listener of listeners) listener()
}

/** Any answer at all is one. */
function ask(): void {
  fetch(ALIVE, { method: 'HEAD', cache: 'no-store' }).then(
    () => {
      if (isOffline) window.dispatchEvent(new Event('online'))
    },
    () => setOffline(true),
  )
}
