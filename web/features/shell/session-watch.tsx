import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import type { Answer } from '#web/lib/api.ts'
import { currentConsent, subscribeToConsent } from '#web/lib/cookie-consent.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { hearSignOut } from '#web/lib/sign-out.ts'
import { needsEmailQuery } from '#web/shared/account/email/queries.ts'
import { deleteMarksOfOthers } from '#web/shared/cases/stored-marks.ts'
import { Live } from '#web/shared/live/live.tsx'
import { deleteDraftsOfOthers } from '#web/shared/onboarding/stored-drafts.ts'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { IdleLock } from './idle-lock.tsx'

/**
 * Watches a signed-in session: keeps the page's data up to date, locks it against others, and asks for a
 * missing email. `known` is the person last signed in here.
 */
export function SessionWatch({
  known,
  session: { user, idleMinutes },
}: {
  known: AuthUser
  session: Answer<'GET /api/auth/user'>
}) {
  // Administration pages stay when their session ends; the others redirect to the sign-in on their own.
  const isAdministration = useLocation().pathname.startsWith('/admin')
  const hasEnded = user === null && isAdministration
  // Signing out in one tab is meant for the whole browser: no other tab may continue to show the person's data.
  const router = useRouter()
  useEffect(() => {
    void deleteDraftsOfOthers(known.id)
    void deleteMarksOfOthers(known.id)
  }, [known.id])
  useEffect(() => {
    const look = async () => {
      const { user } = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
      // Each page checks its access again; administration pages lock instead.
      if (!user) await router.invalidate()
    }
    return hearSignOut(() => void look().catch(() => {}))
  }, [router])
  return (
    <>
      {user ? (
        <>
          <Live key={user.id} />
          <EmailCapture />
        </>
      ) : null}
      {hasEnded || idleMinutes ? (
        <IdleLock user={known} idleMinutes={idleMinutes} hasEnded={hasEnded} />
      ) : null}
    </>
  )
}

const EmailDialog = lazyOverlay(() => import('#web/shared/account/email/email-dialog.tsx'), 'EmailDialog')

/** Asks a signed-in person for their email if the server has none, after the cookie choice (account-admin §4.5). */
function EmailCapture() {
  const { data } = useQuery(needsEmailQuery)
  const { isMade } = useSyncExternalStore(subscribeToConsent, currentConsent)
  const path = useRouterState({ select: (state) => state.location.pathname })
  // On that page people first choose whether to keep this account.
  if (!data?.needsEmail || !isMade || path === '/other-account') return null
  return <EmailDialog />
}
