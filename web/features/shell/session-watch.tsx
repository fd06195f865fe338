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
import { Live } from '#web/shared/live/live.tsx'
import { forgetDraftsOfOthers } from '#web/shared/onboarding/drafts-of-others.ts'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { IdleLock } from './idle-lock.tsx'

/**
 * What looks after someone who is signed in: that the page shows what the server knows by now, that no one else finds it open,
 * and a missing email. `known` is the person who was last signed in here.
 */
export function SessionWatch({
  known,
  session: { user, idleMinutes },
}: {
  known: AuthUser
  session: Answer<'GET /api/auth/user'>
}) {
  // Pages of the administration stay when their session ends; the others lead to the sign-in by themselves.
  const isAdministration = useLocation().pathname.startsWith('/admin')
  const hasEnded = user === null && isAdministration
  // Who signs out in one tab means the browser: no other one goes on showing what is theirs.
  const router = useRouter()
  useEffect(() => forgetDraftsOfOthers(known), [known])
  useEffect(() => {
    const look = async () => {
      const { user } = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
      // Each page says again who may see it; those of the administration lock instead.
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

/**
 * Asks a person who is signed in for their email where the server says that none is stored, after the choice about
 * cookies (account-admin §4).
 */
function EmailCapture() {
  const { data } = useQuery(needsEmailQuery)
  const { isMade } = useSyncExternalStore(subscribeToConsent, currentConsent)
  const path = useRouterState({ select: (state) => state.location.pathname })
  // There a person chooses first whether to keep this account.
  if (!data?.needsEmail || !isMade || path === '/other-account') return null
  return <EmailDialog />
}
