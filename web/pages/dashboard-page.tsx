import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { UsersTab } from '#web/features/directory/users-tab.tsx'
import { allowedOf } from '#web/lib/may.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/lib/session.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'

// The first tab comes with the page; the others load when opened (performance P4).
const InvitationsTab = lazyPart(
  () => import('#web/features/invitations/invitations-tab.tsx'),
  'InvitationsTab',
)
const ControlsTab = lazyPart(() => import('./controls-tab.tsx'), 'ControlsTab')
const ActivityTab = lazyPart(() => import('#web/features/audit/activity-tab.tsx'), 'ActivityTab')

const TABS = [
  { value: 'users', label: 'User Management', takes: 'people.find' },
  { value: 'invitations', label: 'Beta Invitations', takes: 'invitations.read' },
  { value: 'controls', label: 'Admin Controls', takes: 'roles.read' },
  { value: 'activity', label: 'Activity', takes: 'people.history' },
] as const
type DashboardTab = (typeof TABS)[number]['value']

/**
 * The administration's home with its tabs; the open tab and filters are in the URL (account-admin §2.11).
 */
export function AdminDashboardPage() {
  const search = useSearch({ from: '/admin-shell/admin/dashboard' })
  const navigate = useNavigate()
  // The link on a user's page names only the invitation.
  const wanted = search.tab ?? (search.resend && 'invitations')
  const me = useUser()
  const tabs = allowedOf(me, TABS)
  const { value: tab, label } = tabs.find(({ value }) => value === wanted) ?? TABS[0]
  usePageTitle(`${label}: Admin Dashboard`)
  const select = (value: DashboardTab) =>
    void navigate({
      to: '/admin/dashboard',
      search: { tab: value === 'users' ? undefined : value },
      resetScroll: false,
    })
  return (
    <Page width="wide">
      <h1 className="mb-4" tabIndex={-1}>
        Admin Dashboard
      </h1>
      <Tabs label="Admin" items={tabs} value={tab} onValueChange={select}>
        <TabPanel value="users">
          <UsersTab />
        </TabPanel>
        <TabPanel value="invitations">
          <Suspense fallback={<TabLoading />}>
            <InvitationsTab />
          </Suspense>
        </TabPanel>
        <TabPanel value="controls">
          <Suspense fallback={<TabLoading />}>
            <ControlsTab />
          </Suspense>
        </TabPanel>
        <TabPanel value="activity">
          <Suspense fallback={<TabLoading />}>
            <ActivityTab />
          </Suspense>
        </TabPanel>
      </Tabs>
    </Page>
  )
}

function TabLoading() {
  return (
    <LoadingRegion label="Loading" className="grid gap-4">
      <Skeleton height={220} />
      <Skeleton height={320} />
    </LoadingRegion>
  )
}
