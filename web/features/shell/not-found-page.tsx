import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { ErrorPage } from '#web/ui/error-page.tsx'

// The router needs this page at once, but the first page must not pay for its header.
const AppFrame = lazy(async () => ({ default: (await import('./app-frame.tsx')).AppFrame }))

/** Any address without a page (account-admin §2, Not-found page). */
export function NotFoundPage() {
  usePageTitle('Page Not Found')
  return (
    <Suspense fallback={null}>
      <AppFrame>
        <ErrorPage
          code="404"
          title="Page Not Found"
          lead="The page you are looking for might have been removed, had its name changed, or is temporarily unavailable."
          actions={
            <Link className={buttonClass('primary', 'lg')} to={paths.home()}>
              Return to Homepage
            </Link>
          }
        />
      </AppFrame>
    </Suspense>
  )
}
