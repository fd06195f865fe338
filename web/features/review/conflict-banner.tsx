import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { formatDateTime, formatTime } from '#web/lib/dates.ts'
import { signInUrl } from '#web/lib/session.ts'
import { needsSignIn, SignInAgain } from '#web/shared/sign-in/sign-in-again.tsx'
import { Banner } from '#web/ui/banner.tsx'

/**
 * Why a decision was refused; when someone else was faster it says who and when, and offers to reload (cases,
 * Deciding).
 */
export function ConflictBanner({
  error,
  onReload,
  className,
}: {
  error: Error | null
  onReload: () => void
  className?: string
}) {
  if (!error) return null
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
  // Inside a dialog, whose page can't be reached until it is closed.
  if (needsSignIn(error)) return <SignInAgain className={className} />
  const details = [...(conflict?.missing ?? []), ...Object.values(refusal?.fields ?? {})]
  return (
    <Banner kind="error" title="Failed to update verification status" className={className} live>
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
