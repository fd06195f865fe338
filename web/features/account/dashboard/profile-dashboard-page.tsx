import '#web/styles/account.css'
import { Link } from '@tanstack/react-router'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { greeting } from '#web/lib/greeting.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/lib/session.ts'
import { LatestInvoices } from '#web/shared/invoices/latest-invoices.tsx'
import { WaitingApplication } from '#web/shared/onboarding/waiting-application.tsx'
import { NextStepCard } from '#web/shared/verification/next-step-card.tsx'
import { useVerification } from '#web/shared/verification/use-verification.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import { PrivacyCard } from '../privacy-card.tsx'
import { type Profile, useProfile } from '../queries.ts'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { DocumentsSummary } from './documents-summary.tsx'
import { Places } from './places.tsx'
import { ProfileFailed } from './profile-failed.tsx'
import { ProgressSummary } from './progress-summary.tsx'

/** `/profile-dashboard`: how the account stands at a glance, and the one thing to do next (account-admin §2, choices §1). */
export function ProfileDashboardPage() {
  usePageTitle('Dashboard')
  const user = useUser()
  return <Page>{user ? <Dashboard user={user} /> : <DashboardSkeleton />}</Page>
}

function Dashboard({ user }: { user: AuthUser }) {
  const profile = useProfile(user)
  if (profile.data) return <LoadedDashboard profile={profile.data} />
  return profile.isError ? <ProfileFailed query={profile} /> : <DashboardSkeleton />
}

function LoadedDashboard({ profile }: { profile: Profile }) {
  const verification = useVerification()
  return (
    <>
      <WaitingApplication className="mb-6" />
      <div className="mb-7 flex flex-wrap items-start justify-between gap-x-5 gap-y-4">
        <div className="min-w-0">
          <h1 className="[overflow-wrap:anywhere]" tabIndex={-1}>
            {greeting(profile.name ?? profile.nickname, new Date())}
          </h1>
          <p className="mt-1 text-ink-2">Your account at a glance</p>
        </div>
        <Link className={buttonClass()} to="/profile">
          View Profile
        </Link>
      </div>
      <div className="split-75">
        <div className="col">
          <NextStepCard verification={verification} />
          <ProgressSummary verification={verification} />
          <LatestInvoices />
        </div>
        <div className="col">
          <DocumentsSummary profile={profile} verification={verification} />
          <Places profile={profile} />
          <PrivacyCard />
        </div>
      </div>
    </>
  )
}
