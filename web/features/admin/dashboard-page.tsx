import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { AdminAccessCard } from './admin-access-card.tsx'
import type { UserFilters } from './queries.ts'
import { UserFilterBar } from './user-filter-bar.tsx'
import { UserTable } from './user-table.tsx'

const TABS = [{ value: 'users', label: 'User Management' }] as const

/** The administration's home: find a user, see who is verified (account-admin §2, Admin dashboard). */
export function AdminDashboardPage() {
  usePageTitle('Admin Dashboard')
  const { email, name, sort, order } = useSearch({ from: '/admin-shell/admin/dashboard' })
  const navigate = useNavigate()
  const filters: UserFilters = { email, name, sort, order }
  const show = (next: UserFilters) =>
    void navigate({
      to: '/admin/dashboard',
      search: {
        email: next.email || undefined,
        name: next.name || undefined,
        sort: next.sort === 'name' ? 'name' : undefined,
        order: next.order,
      },
      resetScroll: false,
    })
  return (
    <Page width="wide">
      <h1 className="mb-4" tabIndex={-1}>
        Admin Dashboard
      </h1>
      <Tabs label="Admin" items={TABS} value="users" onValueChange={() => {}}>
        <TabPanel value="users">
          <Card aria-labelledby="users">
            <h2 id="users" className="sr-only">
              Users
            </h2>
            <UserFilterBar key={`${email} ${name}`} filters={filters} onSearch={show} />
            <UserTable filters={filters} onChange={show} />
          </Card>
          <AdminAccessCard />
        </TabPanel>
      </Tabs>
    </Page>
  )
}
