import { useQuery } from '@tanstack/react-query'
import { sessionQuery, signInUrl } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'

/**
 * For someone signed in, while this browser has a visitor's application that isn't in their account (onboarding,
 * Claimed by two proofs).
 */
export function WaitingApplication({ className }: { className?: string }) {
  const { data } = useQuery(sessionQuery)
  if (!data?.waitingApplication) return null
  return (
    <Banner kind="info" title="There’s an application in this browser" className={className}>
      {data.user?.email_verified ? (
        <>
          It was started without an account, so it isn’t in yours. If it’s yours, sign in, or create an
          account, with the email you started it with.{' '}
          <a href={signInUrl('/verification', { reauth: true })}>Sign in with that email</a>
        </>
      ) : (
        <>
          It was started without an account. If it’s yours, confirm your email and it moves to your account.
          Don’t start another one until then. <a href={signInUrl('/verification')}>Sign in again</a>
        </>
      )}
    </Banner>
  )
}
