import type { MouseEvent } from 'react'
import { signInUrl } from '#web/lib/session.ts'

/**
 * The URL that asks for the password, and for a second factor if the person has one, and then returns to
 * `returnTo`.
 */
export function strongSignInUrl(returnTo: string): string {
  return `${signInUrl(returnTo, { reauth: true })}&mfa=1`
}

const FEATURES = 'popup,width=520,height=760'

/**
 * Opens a sign-in in another window, so that the page keeps its state and what was typed. If the browser blocks
 * the window, the link is followed normally.
 */
export function openSignInWindow(event: MouseEvent<HTMLAnchorElement>, href: string): boolean {
  const opened = window.open(href, 'sign-in', FEATURES)
  if (opened) event.preventDefault()
  // One that an earlier press has opened may lie behind this page.
  opened?.focus()
  return Boolean(opened)
}
