import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { currentConsent, subscribeToConsent } from '#web/lib/cookie-consent.ts'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { needsEmailQuery } from './queries.ts'

const EmailDialog = lazyOverlay(() => import('./email-dialog.tsx'), 'EmailDialog')

/**
 * Asks a person who is signed in for their email where the server says that none is stored, after the choice about
 * cookies (account-admin §4).
 */
export function EmailCapture() {
  const { data } = useQuery(needsEmailQuery)
  const { isMade } = useSyncExternalStore(subscribeToConsent, currentConsent)
  const path = useRouterState({ select: (state) => state.location.pathname })
  // There a person chooses first whether to keep this account.
  if (!data?.needsEmail || !isMade || path === '/other-account') return null
  return <EmailDialog />
}
