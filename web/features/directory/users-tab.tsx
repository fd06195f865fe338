import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { IfMay } from '#web/lib/may.tsx'
import type { UserListFilters } from '#web/shared/directory/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { WaitingChanges } from './support/waiting-changes.tsx'
import { namedStanding, UserFilterBar } from './user-filter-bar.tsx'
import { UserTable } from './user-table.tsx'

// Below the list, and loaded after it.
const AdminAccessCard = lazyPart(() => import('./admin-access-card.tsx'), 'AdminAccessCard')

/** The filters an address names; what it says wrong is left out. */
function filtersOf({ q, email, name, individual, business, erased, sort, order }: Search): UserListFilters {
  return {
    q,
    email,
    name,
    individual: namedStanding(individual),
    business: namedStanding(business),
    erased,
    sort,
    order,
  }
}

type Search = {
  [Name in 'q' | 'email' | 'name' | 'individual' | 'business']?: string
} & Pick<UserListFilters, 'erased' | 'sort' | 'order'>

/** Find a user, see who is verified (account-admin §2, User Management). */
export function UsersTab() {
  const search = useSearch({ from: '/admin-shell/admin/dashboard' })
  const navigate = useNavigate()
  const filters = filtersOf(search)
  const show = (next: UserListFilters) =>
    void navigate({
      to: '/admin/dashboard',
      search: {
        q: next.q || undefined,
        email: next.email || undefined,
        name: next.name || undefined,
        individual: next.individual,
        business: next.business,
        erased: next.erased,
        sort: next.sort === 'name' ? 'name' : undefined,
        order: next.order,
      },
      resetScroll: false,
    })
  return (
    <>
      <IfMay capability="support.read">
        <WaitingChanges />
      </IfMay>
      <Card aria-labelledby="users">
        <h2 id="users" className="sr-only">
          Users
        </h2>
        <UserFilterBar filters={filters} onSearch={show} />
        <UserTable filters={filters} onChange={show} />
      </Card>
      <Suspense fallback={null}>
        <AdminAccessCard />
      </Suspense>
    </>
  )
}
