import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Administrator } from '#contract/roles/admin-roles.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { DataTable, Th } from '#web/ui/data-table.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { MorePages } from '#web/ui/more-pages.tsx'
import { type SkeletonCell, SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { AdministratorRow } from './administrator-row.tsx'
import { type AskedRole, DemoteDialog } from './demote-dialog.tsx'
import { administratorsQuery } from './role-queries.ts'

const WAITING_ROW: readonly SkeletonCell[] = [
  { head: true, width: 140 },
  { label: 'Email', width: 200 },
  { label: 'Role', width: 84 },
  { label: 'Assigned', width: 90 },
  { label: 'Last login', width: 90 },
]

/** Everyone with a role, super admins first; a super admin takes roles here. */
export function AdministratorsCard({ maySet }: { maySet: boolean }) {
  const query = useInfiniteQuery(administratorsQuery)
  const { data, error, isFetching, refetch } = query
  const [asked, setAsked] = useState<AskedRole>()
  const people = data?.pages.flatMap((page) => page.data)
  return (
    <Card aria-labelledby="administrators">
      <CardHeader id="administrators" title="Administrators" />
      {error && !people ? (
        <ErrorState
          title="Error loading administrators"
          message={error.message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <>
          <DataTable
            caption="Administrators"
            busy={!people}
            head={
              <>
                <Th>Name</Th>
                <Th>Email</Th>
                <Th>Role</Th>
                <Th>Assigned</Th>
                <Th>Last login</Th>
                {maySet ? <Th hidden>Action</Th> : null}
              </>
            }
          >
            {people?.map((person) => (
              <AdministratorRow
                key={person.id}
                person={person}
                isLast={isLastSuperAdmin(person, people)}
                onDemote={maySet ? (role) => setAsked({ person, role }) : undefined}
              />
            )) ?? <SkeletonRows cells={WAITING_ROW} />}
          </DataTable>
          {people && query.hasNextPage ? (
            <MorePages query={query}>Showing {people.length} administrators</MorePages>
          ) : null}
        </>
      )}
      <DemoteDialog asked={asked} onClose={() => setAsked(undefined)} />
    </Card>
  )
}

/** Super admins come first, so that the first page has all there are of a few. */
function isLastSuperAdmin(person: Administrator, people: readonly Administrator[]): boolean {
  const others = people.filter(
    ({ id, roles, is_in_force }) => id !== person.id && roles.includes('super_admin') && is_in_force,
  )
  return person.roles.includes('super_admin') && others.length === 0
}
