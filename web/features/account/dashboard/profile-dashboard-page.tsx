import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import BadgeCheck from 'lucide-react/icons/badge-check'
import FolderOpen from 'lucide-react/icons/folder-open'
import IdCard from 'lucide-react/icons/id-card'
import PencilLine from 'lucide-react/icons/pencil-line'
import ReceiptText from 'lucide-react/icons/receipt-text'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { INVOICES_TAB } from '#contract/invoices/invoice-values.ts'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { type AccountTab, tabLabel } from '#web/features/account/account-tabs.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/lib/session.ts'
import { LatestInvoices } from '#web/shared/invoices/latest-invoices.tsx'
import { usePayableInvoices } from '#web/shared/invoices/queries.ts'
import { WaitingApplication } from '#web/shared/onboarding/waiting-application.tsx'
import { LeafLead } from '#web/shared/verification/leaf/leaf-lead.tsx'
import { StartedApplication } from '#web/shared/verification/started-application.tsx'
import type { IconType } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ItemList } from '#web/ui/item-list.tsx'
import { Split, Stack } from '#web/ui/layout.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { CardSkeleton } from '#web/ui/skeleton-rows.tsx'
import { PrivacyCard } from '../privacy-card.tsx'
import { ownClientQuery, type Profile, useProfile } from '../queries.ts'

/**
 * `/profile-dashboard`: links to the person's verification, invoices, tabs and data (account-admin §2.8).
 */
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
  return (
    <>
      <WaitingApplication className="mb-6" />
      <StartedApplication className="mb-6" />
      <div className="mb-7 flex flex-wrap items-start justify-between gap-x-5 gap-y-4">
        <div className="min-w-0">
          <h1 className="[overflow-wrap:anywhere]" tabIndex={-1}>
            {greeting(profile.name, new Date())}
          </h1>
          <p className="mt-1 text-ink-2">Your account at a glance</p>
        </div>
        <Link className={buttonClass()} to="/profile">
          View Profile
        </Link>
      </div>
      <Split sides="wideNarrow">
        <Stack>
          <LeafLead />
          <LatestInvoices />
        </Stack>
        <Stack>
          <Places profile={profile} />
          <PrivacyCard />
        </Stack>
      </Split>
    </>
  )
}

/** The dashboard's own layout while the profile loads. */
function DashboardSkeleton() {
  return (
    <LoadingRegion label="Loading your dashboard">
      <div className="mb-7 grid gap-3">
        <Skeleton width={300} height={34} />
        <Skeleton width={220} />
      </div>
      <Split sides="wideNarrow">
        <Stack>
          <CardSkeleton heights={[22, 18, 40]} />
          <CardSkeleton heights={[22, 12, 52, 52, 52]} />
        </Stack>
        <Stack>
          <CardSkeleton heights={[22, 24, 24, 24]} />
        </Stack>
      </Split>
    </LoadingRegion>
  )
}

/**
 * Shown if the profile can't be loaded: the request, and the details received (account-admin §2.8).
 */
function ProfileFailed({
  query,
}: {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
}) {
  return (
    <>
      <h1 className="mb-5" tabIndex={-1}>
        Dashboard
      </h1>
      <section>
        <h2 className="sr-only">Profile</h2>
        <ErrorState
          card
          title="Error Loading Profile"
          message={
            <>
              There was a problem loading your profile data
              <br />
              {query.error?.message || 'Unknown error'}
            </>
          }
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      </section>
    </>
  )
}

interface Place {
  tab: AccountTab
  icon: IconType
  /** What the person should know before following the link. */
  note?: string
}

/** The account's tabs by name, each with what it contains. */
function Places({ profile }: { profile: Profile }) {
  const open = usePayableInvoices()?.length
  const projects = useQuery(ownClientQuery).data?.client?.projects.length
  const places: Place[] = [
    { tab: INVOICES_TAB, icon: ReceiptText, note: open ? `${open} open` : undefined },
    { tab: 'projects', icon: FolderOpen, note: projects ? String(projects) : undefined },
    { tab: 'certifications', icon: BadgeCheck },
    { tab: 'details', icon: IdCard },
    { tab: 'edit', icon: PencilLine, note: profile.is_verified ? 'Locked' : undefined },
  ]
  if (profile.roles?.length > 0) places.push({ tab: 'admin', icon: ShieldCheck })
  return (
    <Card aria-labelledby="places">
      <CardHeader id="places" title="Go to" />
      <ItemList>
        {places.map(({ tab, icon: Icon, note }) => (
          <li key={tab}>
            <Link
              className="flex flex-1 items-center gap-3 font-[560] text-ink no-underline hover:underline hover:decoration-auto"
              to="/profile"
              search={{ tab }}
            >
              <Icon className="text-ink-3" />
              {tabLabel(tab)}
            </Link>
            {note ? <span className="text-sm text-ink-3">{note}</span> : null}
          </li>
        ))}
      </ItemList>
    </Card>
  )
}

/** Greets by the reader's hour and first name: "Good morning, Priya"; without a name by the hour only. */
export function greeting(name: string | null | undefined, now: Date): string {
  const hour = now.getHours()
  const salutation = hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening'
  const first = name?.trim().split(/\s+/)[0]
  return first ? `${salutation}, ${first}` : salutation
}
