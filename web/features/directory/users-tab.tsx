import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { AdminUserRow } from '#contract/directory/admin-users.ts'
import { FUNNEL_STEPS, type FunnelGap } from '#contract/review/funnel-steps.ts'
import { isDaysText } from '#contract/review/queue-filters.ts'
import type { ApprovalBasis, CaseState } from '#contract/verification/cases.ts'
import type { LeafState } from '#contract/verification/leaf.ts'
import { approvalSentence, isFullyReviewed } from '#domain/cases/approval-basis.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { formatDate } from '#web/lib/dates.ts'
import { IfMay } from '#web/lib/may.tsx'
import { formatNumber } from '#web/lib/numbers.ts'
import { PersonEmail } from '#web/shared/directory/person-email.tsx'
import { type UserListFilters, usersQuery } from '#web/shared/directory/queries.ts'
import { SavedViews } from '#web/shared/directory/saved-views.tsx'
import { userTypeNoun } from '#web/shared/directory/user-type-noun.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { DataTable, NearNotice, type SortDirection, SortTh, Td, Th, YesNo } from '#web/ui/data-table.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { MorePages } from '#web/ui/more-pages.tsx'
import { Name } from '#web/ui/name.tsx'
import { type SkeletonCell, SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import { namedStanding, UserFilterBar } from './user-filter-bar.tsx'

/** Wraps a badge's text if the columns wouldn't fit otherwise. */
const NARROW = 'max-[1180px]:[&_.badge]:whitespace-normal'

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

// Only for a list that a figure of the staff home leads to.
const FigureNote = lazyPart(() => import('./figure-note.tsx'), 'FigureNote')

// Usually there are none, and the first administration page shouldn't wait for them.
const WaitingChanges = lazyPart(
  () => import('#web/features/directory/support/waiting-changes.tsx'),
  'WaitingChanges',
)

// Below the list, and loaded after it.
const AdminAccessCard = lazyPart(() => import('./admin-access-card.tsx'), 'AdminAccessCard')

// Rendered into the rows once loaded; the space for it is reserved.
const CaseLine = lazyPart(() => import('#web/shared/verification/leaf/case-line.tsx'), 'CaseLine')

/** Returns the filters that a URL names, ignoring invalid ones. */
function filtersOf({ individual, business, joined, ...rest }: Search): UserListFilters {
  const { q, email, name, erased, sort, order } = rest
  const step = (text: string | undefined) => FUNNEL_STEPS.find((known) => known === text)
  return {
    q,
    email,
    name,
    individual: namedStanding(individual),
    business: namedStanding(business),
    erased,
    joined: joined && isDaysText(joined) ? joined : undefined,
    came: step(rest.came),
    waits: step(rest.waits),
    theirs: step(rest.theirs),
    rejected: step(rest.rejected),
    left: step(rest.left),
    sort,
    order,
  }
}

type Search = {
  [Name in 'q' | 'email' | 'name' | 'individual' | 'business' | 'joined' | 'came' | FunnelGap]?: string
} & Pick<UserListFilters, 'erased' | 'order'> & { sort?: 'name' }

/** Returns the URL parameters for these filters. */
function searchOf({ q, email, name, sort, order, ...rest }: UserListFilters): Search {
  const { individual, business, erased, joined, came, waits, theirs, rejected, left } = rest
  return {
    q: q || undefined,
    email: email || undefined,
    name: name || undefined,
    individual,
    business,
    erased,
    joined,
    came,
    waits,
    theirs,
    rejected,
    left,
    sort: sort === 'name' ? 'name' : undefined,
    order,
  }
}

/** Whether a figure of the staff home leads to this list. */
function isOfFigure({ joined, came, waits, theirs, rejected, left }: UserListFilters): boolean {
  return [joined, came, waits, theirs, rejected, left].some(Boolean)
}

/** The named views that everyone has; others can be saved. */
const STANDARD_VIEWS: readonly { name: string; search: Pick<Search, 'individual' | 'business'> }[] = [
  { name: 'Everyone', search: {} },
  { name: 'Verified people', search: { individual: 'approved' } },
  { name: 'Verified companies', search: { business: 'approved' } },
  { name: 'Not started', search: { individual: 'none', business: 'none' } },
]

/** Finds users and shows who is verified (account-admin §2.11). */
export function UsersTab() {
  const search = useSearch({ from: '/admin-shell/admin/dashboard' })
  const navigate = useNavigate()
  const filters = filtersOf(search)
  const show = (next: UserListFilters) =>
    void navigate({ to: '/admin/dashboard', search: searchOf(next), resetScroll: false })
  return (
    <>
      <IfMay capability="support.read">
        <Suspense fallback={null}>
          <WaitingChanges />
        </Suspense>
      </IfMay>
      <Card aria-labelledby="users">
        <h2 id="users" className="sr-only">
          Users
        </h2>
        <SavedViews
          list="users"
          search={searchOf({ ...filters, q: undefined, email: undefined, name: undefined })}
          standard={STANDARD_VIEWS}
          link={(view, props) => (
            <Link
              to="/admin/dashboard"
              search={searchOf(filtersOf(view as Search))}
              resetScroll={false}
              {...props}
            />
          )}
        />
        <UserFilterBar filters={filters} onSearch={show} />
        {isOfFigure(filters) ? (
          <Suspense fallback={<div className="min-h-12.5 border-b border-line" />}>
            <FigureNote filters={filters} onChange={show} />
          </Suspense>
        ) : null}
        <UserTable filters={filters} onChange={show} />
      </Card>
      <Suspense fallback={null}>
        <AdminAccessCard />
      </Suspense>
    </>
  )
}

type Props = { filters: UserListFilters; onChange: (next: UserListFilters) => void }

/** The matching users, with sorting and paging. */
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

/** The footer: "Showing 8 users"; a count that reached its cap reads "1,000+". */
export function userCountText(found: { count: number; countIsCapped: boolean }, loaded: number): string {
  const count = `${formatNumber(found.count)}${found.countIsCapped ? '+' : ''}`
  const noun = found.count === 1 && !found.countIsCapped ? 'user' : 'users'
  const part = found.countIsCapped || loaded < found.count ? ` (${formatNumber(loaded)} loaded)` : ''
  return `Showing ${count} ${noun}${part}`
}

/** The table's sort order; newest first by default. */
export function userSortDirection(
  { sort = 'created', order }: UserListFilters,
  column: 'name' | 'created',
): SortDirection {
  if (sort !== column) return 'none'
  const effective = order ?? (column === 'created' ? 'desc' : 'asc')
  return effective === 'asc' ? 'ascending' : 'descending'
}

/** A table row for one user; the details open in a new tab. */
function UserRow({ user }: { user: AdminUserRow }) {
  const type = user.user_type ?? user.pending_user_type
  return (
    <tr>
      <Td label="ID" className="tabular-nums text-ink-3">
        {user.id}
      </Td>
      <Td head className="font-semibold">
        <Name>{user.name ?? user.legal_name ?? <span className="font-normal text-ink-3">Not set</span>}</Name>
        {user.is_suspended ? <Chip className="ml-2">Suspended</Chip> : null}
        {user.is_erased ? <Chip className="ml-2">Erased</Chip> : null}
      </Td>
      <Td label="Email" className="min-w-45 wrap-anywhere max-[1180px]:min-w-32">
        <PersonEmail person={user} missing="N/A" />
      </Td>
      <Td label="User Type">
        {type ? (
          <Chip>
            {userTypeNoun(type)}
            {user.user_type ? null : ' (pending)'}
          </Chip>
        ) : (
          <span className="text-ink-3">Not selected</span>
        )}
      </Td>
      <Td label="Verified">
        <YesNo value={user.is_verified} />
      </Td>
      <Td label="Individual" className={NARROW}>
        <Standing
          state={user.individual_state}
          approval={user.individual_approval}
          lines={user.individual_lines}
        />
      </Td>
      <Td label="Business" className={NARROW}>
        <Standing state={user.business_state} approval={user.business_approval} lines={user.business_lines} />
      </Td>
      <Td label="Created" className="tabular-nums min-[1181px]:whitespace-nowrap">
        {formatDate(user.created_at)}
      </Td>
      <Td action>
        <Link to="/admin/users/$id" params={{ id: String(user.id) }} target="_blank" rel="noreferrer">
          View Details
          <span className="sr-only">
            {' '}
            of {user.name ?? user.legal_name ?? user.email ?? `user ${user.id}`} (opens in a new tab)
          </span>
        </Link>
      </Td>
    </tr>
  )
}

/**
 * A case's status, also line by line, and what its approval is based on if that is less than a review of every
 * item.
 */
function Standing({
  state,
  approval,
  lines,
}: {
  state: CaseState | null
  approval: ApprovalBasis | null
  lines: readonly LeafState[]
}) {
  if (state === null) return <span className="text-ink-3">{caseBadge(state, 'staff').label}</span>
  return (
    <>
      <StandingBadge badge={caseBadge(state, 'staff')} />
      {lines.length > 0 ? (
        <span className="mt-1 block h-2">
          <Suspense fallback={null}>
            <CaseLine lines={lines} />
          </Suspense>
        </span>
      ) : null}
      {approval && !isFullyReviewed(approval) ? (
        <span className="mt-1 block text-sm text-ink-2">{approvalSentence(approval)}</span>
      ) : null}
    </>
  )
}
