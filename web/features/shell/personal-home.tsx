import '#web/styles/account.css'
import { Link } from '@tanstack/react-router'
import { useCompany } from '#web/lib/company.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/lib/session.ts'
import { signOut } from '#web/lib/sign-out.ts'
import { WaitingApplication } from '#web/shared/onboarding/waiting-application.tsx'
import { NextStepCard } from '#web/shared/verification/next-step-card.tsx'
import { useVerification } from '#web/shared/verification/use-verification.ts'
import { VerificationFailed } from '#web/shared/verification/verification-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'

/** `/` for someone signed in who is no staff: the one thing to do next, and the way to their profile. */
export function PersonalHome() {
  usePageTitle('Welcome')
  const user = useUser()
  const company = useCompany()
  const verification = useVerification()
  const name = user?.name ?? user?.nickname
  return (
    <Page width="narrow">
      <div className="grid max-w-[720px] gap-6">
        <WaitingApplication />
        <h1 tabIndex={-1}>{name ? `Welcome to ${company.name}, ${name}` : `Welcome to ${company.name}`}</h1>
        {verification.kind === 'failed' ? (
          <VerificationFailed {...verification} />
        ) : (
          <NextStepCard verification={verification} />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Link className={buttonClass('secondary', 'lg')} to="/profile">
            View Your Profile
          </Link>
          <Link className={buttonClass('secondary', 'lg')} to="/profile-dashboard">
            Go to Dashboard
          </Link>
          <Button variant="tertiary" size="lg" onClick={signOut}>
            Sign Out
          </Button>
        </div>
        <p className="text-ink-2">
          Questions? <a href={`mailto:${company.supportEmail}`}>Contact Support</a>
        </p>
      </div>
    </Page>
  )
}
