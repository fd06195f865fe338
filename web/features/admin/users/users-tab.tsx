import { useNavigate, useSearch } from '@tanstack/react-router'
import { Card } from '#web/ui/card.tsx'
import type { UserFilters } from '../queries.ts'
import { AdminAccessCard } from './admin-access-card.tsx'
import { UserFilterBar } from './user-filter-bar.tsx'
import { UserTable } from './user-table.tsx'

/** Find a user, see who is verified (account-admin §2, User Management). */
export function UsersTab() {
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
    <>
      <Card aria-labelledby="users">
        <h2 id="users" className="sr-only">
          Users
        </h2>
        <UserFilterBar filters={filters} onSearch={show} />
        <UserTable filters={filters} onChange={show} />
      </Card>
      <AdminAccessCard />
    </>
  )
}
