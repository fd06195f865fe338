import { Link } from '@tanstack/react-router'
import { isolated } from '#domain/isolated.ts'
import { useCompany } from '#web/lib/company.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { signInUrl, useUser } from '#web/lib/session.ts'
import { signOut } from '#web/lib/sign-out.ts'
import { WaitingApplication } from '#web/shared/onboarding/waiting-application.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { cardClass } from '#web/ui/card-class.ts'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { OwnHome } from './own-home.tsx'

/**
 * Welcomes people and offers sign-in; for someone signed in, their home page with the specified links
 * (account-admin §2.2).
 */
export function WelcomePage() {
  usePageTitle('Welcome')
  const user = useUser()
  const company = useCompany()
  if (user && !user.is_staff) return <OwnHome isWelcome />
  const name = user?.name
  return (
    <Page width="narrow">
      <WaitingApplication className="mb-6 max-w-[720px]" />
      <div className={cardClass(true, 'max-w-[720px]')}>
        <h1 tabIndex={-1}>
          {name ? `Welcome to ${company.name}, ${isolated(name)}` : `Welcome to ${company.name}`}
        </h1>
        <p className="mt-3 text-lead text-ink-2">
          Verify who you are once, then manage your profile, your documents and your access to the marketplace
          from here.
        </p>
        <div className="mt-7 flex min-h-12 flex-wrap items-center gap-3">
          {user === undefined ? <WaitingActions /> : user ? <SignedInActions /> : <SignedOutActions />}
        </div>
        <p className="mt-7 text-ink-2">
          Questions? <a href={`mailto:${company.supportEmail}`}>Contact Support</a>
        </p>
      </div>
    </Page>
  )
}

function WaitingActions() {
  return (
    <LoadingRegion label="Loading your account" className="flex gap-3">
      <Skeleton width={176} height={48} />
      <Skeleton width={168} height={48} />
    </LoadingRegion>
  )
}

function SignedInActions() {
  return (
    <>
      <Link className={buttonClass('primary', 'lg')} to="/profile">
        View Your Profile
      </Link>
      <Link className={buttonClass('secondary', 'lg')} to="/onboarding">
        Start Onboarding
      </Link>
      <Button variant="tertiary" size="lg" onClick={signOut}>
        Sign Out
      </Button>
    </>
  )
}

function SignedOutActions() {
  return (
    <>
      <a className={buttonClass('primary', 'lg')} href={signInUrl('/onboarding')}>
        Get Started
      </a>
      <a className={buttonClass('secondary', 'lg')} href="/api/auth/login">
        Log In
      </a>
      <Link className={buttonClass('tertiary', 'lg')} to="/email-collection">
        Apply by Email First
      </Link>
    </>
  )
}
