import { useInfiniteQuery } from '@tanstack/react-query'
import { type UserListFilters, usersQuery } from '#web/shared/directory/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable, SortTh, Th } from '#web/ui/data-table.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { MorePages } from '#web/ui/more-pages.tsx'
import { NearNotice } from '#web/ui/near-notice.tsx'
import { type SkeletonCell, SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { UserRow } from './user-row.tsx'
import { userCountText, userSortDirection } from './user-table-text.ts'

const WAITING_ROW: readonly SkeletonCell[] = [
  { label: 'ID', width: 48 },
  { head: true, width: 140 },
  { label: 'Email', width: 200 },
  { label: 'User Type', width: 72 },
  { label: 'Verified', width: 40 },
  { label: 'Individual', width: 96 },
  { label: 'Business', width: 96 },
  { label: 'Created', width: 84 },
  { action: true, width: 84 },
]

type Props = { filters: UserListFilters; onChange: (next: UserListFilters) => void }

/** The users found, with their sorting and paging (account-admin §2, User Management). */
export function UserTable({ filters, onChange }: Props) {
  const query = useInfiniteQuery(usersQuery(filters))
  const { data, error, isFetching, refetch, isPlaceholderData } = query
  if (error && !data) {
    const { sort, order, ...narrowed } = filters
    const isNarrowed = Object.values(narrowed).some((value) => value)
    const clear = () => (isNarrowed ? onChange({ sort, order }) : void refetch())
    return (
      <ErrorState
        title="Error Loading Users"
        message={error.message || 'Failed to fetch users'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        <Button onClick={clear}>Clear Filters & Retry</Button>
      </ErrorState>
    )
  }
  const rows = data?.pages.flatMap((page) => page.data)
  if (rows?.length === 0) return <EmptyState title="No users found matching the criteria" />
  const first = data?.pages[0]
  return (
    <>
      {first?.isNear ? <NearNotice typed={filters.q ?? ''} /> : null}
      <DataTable
        caption="Users"
        busy={!rows || isPlaceholderData}
        head={<Heads filters={filters} onChange={onChange} />}
      >
        {rows?.map((row) => <UserRow key={row.id} user={row} />) ?? <SkeletonRows cells={WAITING_ROW} />}
      </DataTable>
      {rows && first ? <MorePages query={query}>{userCountText(first, rows.length)}</MorePages> : null}
    </>
  )
}

function Heads({ filters, onChange }: Props) {
  const sorter = (sort: 'name' | 'created') => (next: 'ascending' | 'descending') =>
    onChange({ ...filters, sort, order: next === 'ascending' ? 'asc' : 'desc' })
  return (
    <>
      <Th>ID</Th>
      <SortTh direction={userSortDirection(filters, 'name')} onSort={sorter('name')}>
        Name
      </SortTh>
      <Th>Email</Th>
      <Th>User Type</Th>
      <Th>Verified</Th>
      <Th>Individual</Th>
      <Th>Business</Th>
      <SortTh direction={userSortDirection(filters, 'created')} onSort={sorter('created')}>
        Created
      </SortTh>
      <Th hidden>Action</Th>
    </>
  )
}
