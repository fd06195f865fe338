import { useEffect } from 'react'
import { carryOn } from './carry-on.ts'
import { keepFocus } from './keep-focus.ts'
import { OfflineBanner } from './offline-banner.tsx'

/** What looks after people at the page: its connection, what that broke off, and their place in it. */
export function Watch() {
  useEffect(keepFocus, [])
  useEffect(carryOn, [])
  useEffect(leadToMessages, [])
  return <OfflineBanner />
}

/** F8 leads to the messages over the page, until the given function is called. */
function leadToMessages(): () => void {
  const lead = ({ key }: KeyboardEvent) => {
    if (key === 'F8') document.querySelector<HTMLElement>('.toasts button')?.focus()
  }
  document.addEventListener('keydown', lead)
  return () => document.removeEventListener('keydown', lead)
}
