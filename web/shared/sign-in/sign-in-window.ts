import type { MouseEvent } from 'react'
import { signInUrl } from '#web/lib/session.ts'

/** The address that asks for the password, and for a second factor where the person has one, and comes back to `returnTo`. */
export function strongSignInUrl(returnTo: string): string {
  return `${signInUrl(returnTo, { reauth: true })}&mfa=1`
}

const FEATURES = 'popup,width=520,height=760'

/**
 * Opens a sign-in in a window beside the page, which keeps all that it shows and what was typed. Where the browser allows no window the
 * link is followed as it is.
 */
export function openSignInWindow(event: MouseEvent<HTMLAnchorElement>, href: string): boolean {
  const opened = window.open(href, 'sign-in', FEATURES)
  if (opened) event.preventDefault()
  return Boolean(opened)
}
