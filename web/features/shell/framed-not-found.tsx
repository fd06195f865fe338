import { Link } from '@tanstack/react-router'
import { usePageTitle } from '#web/lib/page-title.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { ErrorPage } from '#web/ui/error-page.tsx'
import { AppFrame } from './app-frame.tsx'

/** The page for every URL without one (account-admin §2.1). */
export function FramedNotFound() {
  usePageTitle('Page Not Found')
  return (
    <AppFrame>
      <ErrorPage
        code="404"
        title="Page Not Found"
        lead="The page you are looking for might have been removed, had its name changed, or is temporarily unavailable."
        actions={
          <Link className={buttonClass('primary', 'lg')} to="/">
            Return to Homepage
          </Link>
        }
      />
    </AppFrame>
  )
}
