import '#web/styles/account.css'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { INVOICES_TAB } from '#contract/invoices/billing.ts'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/lib/session.ts'
import { usePayableInvoices } from '#web/shared/invoices/queries.ts'
import { CardSkeleton } from '#web/ui/card-skeleton.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { AccountHeader } from './account-header.tsx'
import { ACCOUNT_TABS, type AccountTab } from './account-tabs.ts'
import { AdminTab } from './admin-tab.tsx'
import { CertificationsTab } from './certifications-tab.tsx'
import { DashboardTab } from './dashboard-tab.tsx'
import { DetailsTab } from './details-tab.tsx'
import { DocumentsTab } from './documents-tab.tsx'
import { EditTab } from './edit-tab.tsx'
import { InvoicesTab } from './invoices-tab.tsx'
import { ProjectsTab } from './projects-tab.tsx'
import { type Profile, useProfile } from './queries.ts'

const SecurityTab = lazyPart(() => import('./security/security-tab.tsx'), 'SecurityTab')

/** `/profile`: all that people see of themselves, tab by tab (account-admin §2, Account page). */
export function AccountPage() {
  const { tab } = useSearch({ from: '/app/account/profile' })
  const opened = ACCOUNT_TABS.find(({ value }) => value === tab)
  usePageTitle(opened ? `${opened.label}: Profile & Dashboard` : 'Profile & Dashboard')
  const user = useUser()
  return <Page>{user ? <Account user={user} /> : <Loading />}</Page>
}

function Account({ user }: { user: AuthUser }) {
  const { data, error, isFetching, refetch } = useProfile(user)
  if (data) return <LoadedAccount profile={data} />
  if (!error) return <Loading />
  return (
    <>
      <h1 className="mb-5" tabIndex={-1}>
        Profile & Dashboard
      </h1>
      <section>
        <h2 className="sr-only">Profile</h2>
        <ErrorState
          card
          title="Error Loading Profile"
          message={`Error fetching profile: ${error.message}`}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </section>
    </>
  )
}

function LoadedAccount({ profile }: { profile: Profile }) {
  const search = useSearch({ from: '/app/account/profile' })
  const navigate = useNavigate()
  const isAdmin = profile.roles?.length > 0
  const open = usePayableInvoices()?.length
  const items = ACCOUNT_TABS.filter(({ value }) => value !== 'admin' || isAdmin).map((item) =>
    item.value === INVOICES_TAB && open ? { ...item, count: { value: open, label: `${open} open` } } : item,
  )
  const tab = items.find(({ value }) => value === search.tab)?.value ?? 'dashboard'
  const select = (value: AccountTab) =>
    void navigate({
      to: '/profile',
      search: { tab: value === 'dashboard' ? undefined : value },
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <AccountHeader profile={profile} />
      <Tabs label="Account" items={items} value={tab} onValueChange={select}>
        <TabPanel value="dashboard">
          <DashboardTab profile={profile} />
        </TabPanel>
        <TabPanel value="projects">
          <ProjectsTab />
        </TabPanel>
        <TabPanel value={INVOICES_TAB}>
          <InvoicesTab />
        </TabPanel>
        <TabPanel value="certifications">
          <CertificationsTab profile={profile} />
        </TabPanel>
        <TabPanel value="details">
          <DetailsTab profile={profile} />
        </TabPanel>
        <TabPanel value="edit">
          <EditTab profile={profile} />
        </TabPanel>
        <TabPanel value="documents">
          <DocumentsTab profile={profile} />
        </TabPanel>
        <TabPanel value="security">
          <Suspense fallback={<CardSkeleton heights={[22, 48, 48]} />}>
            <SecurityTab />
          </Suspense>
        </TabPanel>
        {isAdmin ? (
          <TabPanel value="admin">
            <AdminTab />
          </TabPanel>
        ) : null}
      </Tabs>
    </>
  )
}

function Loading() {
  return (
    <LoadingRegion label="Loading profile data...">
      <div className="ac-h">
        <Skeleton width={320} height={64} />
      </div>
      <Skeleton height={48} />
      <div className="ac-cards mt-6">
        <CardSkeleton heights={[22, 72, 24, 24, 24, 24, 24, 24, 24, 72]} />
        <div className="col">
          <CardSkeleton heights={[22, 24, 24, 24, 24, 40, 40]} />
          <CardSkeleton heights={[22, 48]} />
          <CardSkeleton heights={[22, 48]} />
        </div>
      </div>
    </LoadingRegion>
  )
}
