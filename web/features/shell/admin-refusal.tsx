import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCompany } from '#web/lib/company.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { currentPath, signInUrl } from '#web/lib/session.ts'
import { strongSignInUrl } from '#web/shared/sign-in/sign-in-window.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.ts'
import type { AdminArea } from './admin-areas.ts'
import { AppFrame } from './app-frame.tsx'

const DENIED = 'Access Denied'
const DENIED_TEXT =
  'You do not have permission to access the admin dashboard. Only authorized administrators can access this area.'

/**
 * Shown to people without administration rights (account-admin §2.11), and to staff on a page
 * that their role doesn't include: `area` is the first one it does.
 */
export function AdminRefusal({
  isSignedIn,
  needsSecondFactor = false,
  area,
}: {
  isSignedIn: boolean
  needsSecondFactor?: boolean
  area?: AdminArea
}) {
  usePageTitle('Admin Access Only')
  const company = useCompany()
  useEffect(() => {
    if (isSignedIn && !needsSecondFactor && !area)
      toast({ kind: 'error', title: DENIED, description: DENIED_TEXT })
  }, [isSignedIn, needsSecondFactor, area])
  const request = `mailto:${company.supportEmail}?subject=${encodeURIComponent('Request Admin Access')}`
  return (
    <AppFrame>
      <Page width="narrow">
        <Card padded className="mx-auto max-w-[560px]">
          <h1 tabIndex={-1}>Admin Access Only</h1>
          {needsSecondFactor ? (
            <Banner kind="warning" title="Use your second factor" className="mt-5">
              You signed in without one. Your role needs it, such as a passkey or a code from an app. Sign in
              again and you’ll come back to this page. If you don’t have one yet, add it in your profile under
              Security.
            </Banner>
          ) : area ? (
            <Banner kind="error" title={DENIED} className="mt-5">
              Your role doesn’t include this page. If you need it for your work, ask a super admin.
            </Banner>
          ) : !isSignedIn ? (
            <Banner kind="info" title="Log in first" className="mt-5">
              This page is for staff. Log in and you’ll come back to it.
            </Banner>
          ) : (
            <Banner kind="error" title={DENIED} className="mt-5">
              {DENIED_TEXT}
            </Banner>
          )}
          <div className="mt-6">
            {needsSecondFactor ? (
              <a className={buttonClass('primary', 'lg')} href={strongSignInUrl(currentPath())}>
                Sign in with a second factor
              </a>
            ) : area ? (
              <Link className={buttonClass('primary', 'lg')} to={`/admin/${area.id}`}>
                Go to {area.label}
              </Link>
            ) : isSignedIn ? (
              <a className={buttonClass('primary', 'lg')} href={request}>
                Request Admin Access
              </a>
            ) : (
              <a className={buttonClass('primary', 'lg')} href={signInUrl(currentPath())}>
                Log in
              </a>
            )}
          </div>
        </Card>
      </Page>
    </AppFrame>
  )
}
