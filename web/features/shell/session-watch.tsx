import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import type { Answer } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { hearSignOut } from '#web/lib/sign-out.ts'
import { EmailCapture } from '#web/shared/account/email/email-capture.tsx'
import { Live } from '#web/shared/live/live.tsx'
import { forgetDraftsOfOthers } from '#web/shared/onboarding/drafts-of-others.ts'
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
