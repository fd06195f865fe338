import { useEffect } from 'react'
import { keepFocus } from './keep-focus.ts'
import { OfflineBanner } from './offline-banner.tsx'

/** What looks after people at the page: that its connection holds, and that their place in it is kept. */
export function Watch() {
  useEffect(keepFocus, [])
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
