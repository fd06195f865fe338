import { useEffect, useEffectEvent } from 'react'
import { api } from '#web/lib/api.ts'

const ASK_MS = 4000

/** Hears soon when the computer has disconnected this phone, or its time is over; not while something would be lost by it. */
export function useDisconnection(isBusy: boolean, onLost: () => void): void {
  const handleLost = useEffectEvent(onLost)
  useEffect(() => {
    if (isBusy) return
    let isGone = false
    const ask = () => {
      if (document.visibilityState !== 'visible') return
      api('GET /api/phone/hand-off').then(
        ({ handOff }) => isGone || handOff || handleLost(),
        () => {},
      )
    }
    ask()
    const timer = setInterval(ask, ASK_MS)
    document.addEventListener('visibilitychange', ask)
    return () => {
      isGone = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [isBusy])
}
