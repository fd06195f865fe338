import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { currentPath, signInUrl } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { ErrorPage } from '#web/ui/error-page.tsx'

/** Shown instead of a page that failed: what happened, the request id for support, and a retry button. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  usePageTitle('Something went wrong')
  const router = useRouter()
  const { reset: resetQueries } = useQueryErrorResetBoundary()
  const retry = () => {
    resetQueries()
    reset()
    void router.invalidate()
  }
  if (isSignedOut(error)) return <SessionEnded />
  const failure = error instanceof ApiError ? error : null
  return (
    <ErrorPage
      {...(failure?.status ? { code: String(failure.status) } : {})}
      title="Something went wrong"
      lead={
        failure?.message ??
        "We're having some technical difficulties. Please try again later or contact support if the problem persists."
      }
      actions={
        <>
          <Button variant="primary" size="lg" onClick={retry}>
            Try Again
          </Button>
          {/* A full page load, because the current document has just failed. */}
          <a className={buttonClass('tertiary', 'lg')} href="/">
            Return to Homepage
          </a>
        </>
      }
    >
      {failure?.body.requestId ? (
        <p className="mt-3 text-ink-3">
          Request <span className="mono">{failure.body.requestId}</span>
        </p>
      ) : null}
    </ErrorPage>
  )
}

function SessionEnded() {
  return (
    <ErrorPage
      title="Please sign in to continue"
      lead="Your session has ended. Sign in again and we’ll bring you back to this page."
      actions={
        <a className={buttonClass('primary', 'lg')} href={signInUrl(currentPath())}>
          Sign in again
        </a>
      }
    />
  )
}
