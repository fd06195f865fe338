import { useEffect, useState } from 'react'
import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { formatDateTime, formatTime } from '#web/lib/dates.ts'
import { signInUrl } from '#web/lib/session.ts'
import { needsSignIn, SignInAgain } from '#web/shared/sign-in/sign-in-again.tsx'
import { Banner } from '#web/ui/banner.tsx'

/**
 * Why a decision was refused; if someone else was faster it says who and when, and offers to reload (cases, Claims).
 */
export function ConflictBanner({
  error,
  title = 'Failed to update verification status',
  onReload,
  className,
}: {
  error: Error | null
  /** What failed, if it wasn't the decision. */
  title?: string
  onReload: () => void
  className?: string
}) {
  const isBack = useLineIsBack(error)
  if (!error) return null
  // Nothing here is resent automatically: only the person makes a decision.
  if (hadNoAnswer(error))
    return (
      <Banner
        kind={isBack ? 'info' : 'warning'}
        title={isBack ? 'You’re back online' : 'We can’t reach the server'}
        className={className}
        live
      >
        {isBack
          ? 'What you marked is kept. Please try again.'
          : 'What you marked is kept on this page. Try again when you’re back online.'}
      </Banner>
    )
  const refusal = error instanceof ApiError ? error : null
  const conflict = refusal?.body.conflict
  if (refusal?.code === 'STALE_VERSION') {
    const who = conflict?.decidedBy ?? 'Someone else'
    const when = conflict?.decidedAt ? ` on ${formatDateTime(conflict.decidedAt)}` : ''
    return (
      <Banner kind="warning" title={`${who} changed this case${when}`} className={className} live>
        Nothing was overwritten. What you typed is kept.{' '}
        <button type="button" className="link" onClick={onReload}>
          Reload the case
        </button>
      </Banner>
    )
  }
  if (conflict?.claimedBy && conflict.claimedUntil) {
    return (
      <Banner
        kind="warning"
        title={`${conflict.claimedBy} is working on this case`}
        className={className}
        live
      >
        Until {formatTime(conflict.claimedUntil)}, if nothing happens. Nothing was overwritten. What you typed
        is kept.{' '}
        <button type="button" className="link" onClick={onReload}>
          Reload the case
        </button>
      </Banner>
    )
  }
  if (isSignedOut(error)) {
    return (
      <Banner kind="warning" title="Your session has ended" className={className} live>
        What you typed is kept on this page.{' '}
        <a className="link" href={signInUrl('/welcome')} target="_blank" rel="noreferrer">
          Sign in again in a new tab
        </a>
        , then try again here.
      </Banner>
    )
  }
  // In a dialog, from which the page can't be reached until it is closed.
  if (needsSignIn(error)) return <SignInAgain className={className} />
  const details = [...(conflict?.missing ?? []), ...Object.values(refusal?.fields ?? {})]
  return (
    <Banner kind="error" title={title} className={className} live>
      {error.message}
      {details.length > 0 ? (
        <ul className="list-disc pl-5">
          {[...new Set(details)].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : null}
    </Banner>
  )
}

/** Whether a call got no response at all. */
function hadNoAnswer(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.status === 0
}

/** Whether the connection on which a call was lost has been restored. */
function useLineIsBack(error: Error | null): boolean {
  const [over, setOver] = useState<Error | null>(null)
  useEffect(() => {
    if (!hadNoAnswer(error)) return
    const handleOnline = () => setOver(error)
    window.addEventListener('online', handleOnline)
    return () => window.removeEventListener('online', handleOnline)
  }, [error])
  return error !== null && over === error
}
