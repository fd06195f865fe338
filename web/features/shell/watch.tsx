import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { carryOn } from './carry-on.ts'
import { IdleLock } from './idle-lock.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { restoreFocus } from './restore-focus.ts'

/** What looks after people at the page: its connection, what that broke off, their place in it, and that no one else finds it open. */
export function Watch() {
  const { data: session } = useQuery(sessionQuery)
  const [known, setKnown] = useState<AuthUser | null>(null)
  if (session?.user && session.user !== known) setKnown(session.user)
  const isAdministration = useLocation().pathname.startsWith('/admin')
  // Pages of the administration stay when their session ends; the others lead to the sign-in by themselves.
  const hasEnded = session?.user === null && isAdministration
  useEffect(restoreFocus, [])
  useEffect(carryOn, [])
  useEffect(leadToMessages, [])
  return (
    <>
      <OfflineBanner />
      {known && (hasEnded || session?.idleMinutes) ? (
        <IdleLock user={known} idleMinutes={session?.idleMinutes} hasEnded={hasEnded} />
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
