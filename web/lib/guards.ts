import { notFound, redirect } from '@tanstack/react-router'
import { queryClient } from './query-client.ts'
import { sessionQuery, signInUrl, siteQuery } from './session.ts'

interface Visit {
  /** Whether the page is only being preloaded, for a pointer over its link. */
  preload: boolean
  location: { href: string }
}

/** Lets signed-in people through; sends others to sign in and back to their destination (onboarding §6.1). */
export async function requireSignedIn({ location, preload }: Visit): Promise<void> {
  if (preload) return
  const { user } = await queryClient.ensureQueryData(sessionQuery)
  if (!user) await leaveFor(signInUrl(location.href))
}

/**
 * The same for a page with its steps in the URL and its answers in memory only: a session that ends between two
 * steps doesn't take anyone away from them.
 */
export async function requireUserToEnter({
  cause,
  ...visit
}: Visit & { cause: 'preload' | 'enter' | 'stay' }): Promise<void> {
  if (cause !== 'stay') await requireSignedIn(visit)
}

/**
 * Lets signed-in people and visitors with an application through; asks others for their email first (onboarding
 * §6.1).
 */
export async function requireUserOrApplicant({ location, preload }: Visit): Promise<void> {
  if (preload) return
  const { user, applicant } = await queryClient.ensureQueryData(sessionQuery)
  if (!user && !applicant)
    throw redirect({ to: '/email-collection', search: { returnTo: location.href }, replace: true })
}

/**
 * Loads the current user before the admin area is shown, which handles refused people itself.
 */
export async function requireAdmin(): Promise<void> {
  await queryClient.ensureQueryData(sessionQuery)
}

/**
 * Lets people through to the debug page if there is one; in production its URL is like any unknown one
 * (security R62).
 */
export async function requireDebug(): Promise<void> {
  const { debugAvailable } = await queryClient.ensureQueryData(siteQuery)
  if (!debugAvailable) throw notFound()
}

/** Leaves the app for a URL of the server; the page stays as it is until the browser has left. */
function leaveFor(url: string): Promise<never> {
  window.location.assign(url)
  return new Promise<never>(() => {})
}
