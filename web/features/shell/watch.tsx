import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionQuery } from '#web/lib/session.ts'
import { carryOn } from './carry-on.ts'
import { IdleLock } from './idle-lock.tsx'
import { keepFocus } from './keep-focus.ts'
import { OfflineBanner } from './offline-banner.tsx'

/** What looks after people at the page: its connection, what that broke off, their place in it, and that no one else finds it open. */
export function Watch() {
  const { data: session } = useQuery(sessionQuery)
  useEffect(keepFocus, [])
  useEffect(carryOn, [])
  useEffect(leadToMessages, [])
  return (
    <>
      <OfflineBanner />
      {session?.user && session.idleMinutes ? (
        <IdleLock user={session.user} idleMinutes={session.idleMinutes} />
      ) : null}
    </>
  )
}

/** F8 leads to the messages over the page, until the given function is called. */
function leadToMessages(): () => void {
  const lead = ({ key }: KeyboardEvent) => {
    if (key === 'F8') document.querySelector<HTMLElement>('.toasts button')?.focus()
  }
  document.addEventListener('keydown', lead)
  return () => document.removeEventListener('keydown', lead)
}
