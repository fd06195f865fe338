import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import FolderOpen from 'lucide-react/icons/folder-open'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { Suspense, useId } from 'react'
import type { Client } from '#contract/invoices/clients.ts'
import { INVOICES_TAB } from '#contract/invoices/invoice-values.ts'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { useMay } from '#web/lib/may.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/lib/session.ts'
import { invoicesPlace } from '#web/shared/invoices/invoice-link.tsx'
import { InvoicesPanel } from '#web/shared/invoices/invoices-panel.tsx'
import { ProjectsTable } from '#web/shared/invoices/projects-table.tsx'
import { usePayableInvoices } from '#web/shared/invoices/queries.ts'
import { PendingErasure } from '#web/shared/privacy/pending-erasure.tsx'
import { StartedApplication } from '#web/shared/verification/started-application.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { CARD_WITH_ACTION_CLASS, Card, CardHeader } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { SPLIT_CLASS, Stack } from '#web/ui/layout.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { CardSkeleton } from '#web/ui/skeleton-rows.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { AccountOverview } from './account-overview.tsx'
import { ACCOUNT_TABS, type AccountTab } from './account-tabs.ts'
import { CertificationsTab } from './certifications-tab.tsx'
import { DetailsTab } from './details-tab.tsx'
import { DocumentsTab } from './documents-tab.tsx'
import { EditTab } from './edit-profile-form.tsx'
import { PanelFailed } from './panel-failed.tsx'
import { PrivacyCard } from './privacy-card.tsx'
import { ownClientQuery, type Profile, useProfile } from './queries.ts'
import { ACCOUNT_HEADER_CLASS, AccountHeader, UserSummary } from './user-summary.tsx'

const SecurityTab = lazyPart(() => import('./security/security-tab.tsx'), 'SecurityTab')

/** `/profile`: everything people can see about themselves, tab by tab (account-admin §2.4). */
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
  const isStaff = profile.roles?.length > 0
  const open = usePayableInvoices()?.length
  const items = ACCOUNT_TABS.filter(({ value }) => value !== 'admin' || isStaff).map((item) =>
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
      <PendingErasure dueAt={profile.erasure_due_at} className="mb-5" />
      <AccountHeader profile={profile} />
      <StartedApplication className="mb-6" />
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
        {isStaff ? (
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
      <div className={ACCOUNT_HEADER_CLASS}>
        <Skeleton width={320} height={64} />
      </div>
      <Skeleton height={48} />
      <div className={classNames(SPLIT_CLASS.narrowWide, 'mt-6')}>
        <CardSkeleton heights={[22, 72, 24, 24, 24, 24, 24, 24, 24, 72]} />
        <Stack>
          <CardSkeleton heights={[22, 24, 24, 24, 24, 40, 40]} />
          <CardSkeleton heights={[22, 48]} />
          <CardSkeleton heights={[22, 48]} />
        </Stack>
      </div>
    </LoadingRegion>
  )
}

/** The invoices of the person's client; the URL says which one is being paid. */
function InvoicesTab() {
  const { invoice } = useSearch({ from: '/app/account/profile' })
  const navigate = useNavigate()
  // No new history entry: Back from the checkout must return to the URL of the invoice that was being paid.
  const show = (id: string | undefined) =>
    navigate({ ...invoicesPlace(id), replace: true, resetScroll: false })
  return <InvoicesPanel paying={invoice} onPaying={show} />
}

/** The four cards of the account's first tab. */
function DashboardTab({ profile }: { profile: Profile }) {
  return (
    <div className={SPLIT_CLASS.narrowWide}>
      <UserSummary profile={profile} />
      <Stack>
        <AccountOverview profile={profile} />
        <MarketplaceCard />
        <PrivacyCard />
      </Stack>
    </div>
  )
}

/** The link to administration, only for staff with a role. */
function AdminTab() {
  const reviews = useMay('cases.read')
  return (
    <Card padded aria-labelledby="admin-area" className={CARD_WITH_ACTION_CLASS}>
      <div>
        <h2 className="text-h3" id="admin-area">
          Administration
        </h2>
        <p className="mt-1 text-ink-2">
          {reviews ? 'Search users and review verifications.' : 'Open what your role lets you work on.'}
        </p>
      </div>
      <Link className={buttonClass('primary')} to="/admin-dashboard">
        <ShieldCheck />
        Admin Dashboard
      </Link>
    </Card>
  )
}

/** The marketplace is closed for everyone (account-admin §2.9). */
function MarketplaceCard() {
  const reasonId = useId()
  return (
    <Card padded aria-labelledby="marketplace" className={CARD_WITH_ACTION_CLASS}>
      <div>
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="text-h3" id="marketplace">
            Marketplace
          </h2>
          <Chip>Coming soon</Chip>
        </div>
        <p className="mt-1 text-card text-ink-2" id={reasonId}>
          Verified environmental assets with clear provenance. It opens to verified accounts.
        </p>
      </div>
      <Button disabled aria-describedby={reasonId}>
        Open marketplace
      </Button>
    </Card>
  )
}

/** The projects for the person's client. */
export function ProjectsTab() {
  const query = useQuery(ownClientQuery)
  if (query.isError && !query.data) return <PanelFailed query={query} />
  if (!query.data)
    return (
      <LoadingRegion label="Loading your projects">
        <Skeleton height={220} />
      </LoadingRegion>
    )
  const { client } = query.data
  if (!client?.projects.length)
    return (
      <section aria-label="Client Projects">
        <h2 className="sr-only">Client Projects</h2>
        <EmptyState card icon={FolderOpen} title="No Projects Found">
          You don't have any client projects associated with your account yet.
        </EmptyState>
      </section>
    )
  return <Projects client={client} />
}

function Projects({ client }: { client: Client }) {
  return (
    <Card aria-labelledby="client-projects">
      <CardHeader id="client-projects" title={client.name} />
      <ProjectsTable client={client} />
    </Card>
  )
}
