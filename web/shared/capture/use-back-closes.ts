import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Closes what looks like a page of its own by the browser's Back, instead of leaving the page below it. The first page
 * of a visit has nothing of ours to go back to, and no one is asked before Back leaves it: there it gets an entry of the
 * history of its own.
 */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const { history } = useRouter()
  const hasEntry = useRef(false)
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK' || hasEntry.current) return false
      onClose()
      return true
    },
    enableBeforeUnload: false,
    disabled: !open,
  })
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open || history.canGoBack()) return
    const keyNow = () => history.location.state.__TSR_key
    history.push(history.location.href, history.location.state, { ignoreBlocker: true })
    const own = keyNow()
    hasEntry.current = true
    const stop = history.subscribe(() => {
      if (keyNow() !== own) close()
    })
    return () => {
      stop()
      hasEntry.current = false
      if (keyNow() === own) history.back({ ignoreBlocker: true })
    }
  }, [open, history])
}
