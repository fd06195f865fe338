import { isSignedOut } from '#web/lib/api-error.ts'
import { signInUrl } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { NewTabMark } from '#web/ui/nav-item.tsx'

/** A statement that was not recorded (onboarding §8); what was entered stays on the page. */
export function SubmissionFailed({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) return null
  const retry = (
    <button className="link" type="button" onClick={onRetry}>
      Try Again
    </button>
  )
  // The answers are in this page alone, so that signing in happens beside it.
  if (isSignedOut(error)) {
    return (
      <Banner kind="warning" title="Your session has ended" live className="mt-6">
        Your answers are still here. Sign in in another tab, then submit again here.{' '}
        <a href={signInUrl('/verification')} target="_blank" rel="noreferrer">
          Sign in again <NewTabMark />
        </a>{' '}
        {retry}
      </Banner>
    )
  }
  return (
    <Banner kind="error" title="Submission Failed" live className="mt-6">
      <p>There was an error while submitting your certification. Please try again. {retry}</p>
      <p className="mt-2">{error.message}</p>
    </Banner>
  )
}
