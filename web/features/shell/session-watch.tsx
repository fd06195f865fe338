import { useLocation } from '@tanstack/react-router'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import type { Answer } from '#web/lib/api.ts'
import { EmailCapture } from '#web/shared/account/email/email-capture.tsx'
import { Live } from '#web/shared/live/live.tsx'
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
