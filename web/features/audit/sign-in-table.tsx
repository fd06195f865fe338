import { Link } from '@tanstack/react-router'
import { SIGN_IN_METHODS, type SignIn, type UserSignIn } from '#contract/audit/admin-activity.ts'
import { formatDateTime, relativeTime } from '#web/lib/dates.ts'
import { SIGN_IN_PROBLEMS } from '#web/shared/sign-in/sign-in-problems.ts'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { FilterBar, SearchField } from '#web/ui/filter-bar.tsx'
import { type LoadedPages, MorePages } from '#web/ui/more-pages.tsx'
import { Name } from '#web/ui/name.tsx'
import { SearchButtons } from '#web/ui/search-buttons.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { type SkeletonCell, SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import type { ActivityFilters } from './activity-queries.ts'

const WAITING_ROW: readonly SkeletonCell[] = [
  { head: true, width: 140 },
  { label: 'Email', width: 200 },
  { label: 'Signed in', width: 140 },
  { label: 'Login method', width: 110 },
  { label: 'Address', width: 72 },
]

type Row = SignIn & Partial<Pick<UserSignIn, 'device' | 'problem'>>

/**
 * Sign-ins, newest first; undefined while loading. For one user, it omits the name and shows failed attempts
 * and devices.
 */
export function SignInTable({
  rows,
  query,
  ofOne,
}: {
  rows: readonly Row[] | undefined
  query: LoadedPages
  ofOne?: boolean
}) {
  // Failed attempts aren't sign-ins.
  const when = ofOne ? 'When' : 'Signed in'
  return (
    <>
      <DataTable
        caption="Sign-ins"
        busy={!rows}
        head={
          <>
            {ofOne ? null : <Th>User</Th>}
            <Th>Email</Th>
            <Th>{when}</Th>
            <Th>Login method</Th>
            <Th>Address</Th>
          </>
        }
      >
        {rows?.map((row) => (
          <tr key={row.id}>
            {ofOne ? null : (
              <Td head className="font-semibold">
                <Link to="/admin/users/$id" params={{ id: String(row.user_id) }}>
                  <Name>{row.name ?? `User ${row.user_id}`}</Name>
                </Link>
              </Td>
            )}
            <Td label="Email" className="min-w-45 wrap-anywhere">
              {row.email ? <EmailText address={row.email} /> : 'N/A'}
            </Td>
            <Td label={when} className="tabular-nums">
              <span className="whitespace-nowrap">{formatDateTime(row.login_timestamp)}</span>{' '}
              <span className="whitespace-nowrap text-ink-3">({relativeTime(row.login_timestamp)})</span>
            </Td>
            <Td label="Login method" className={row.problem ? undefined : 'whitespace-nowrap'}>
              {row.problem ? `Failed: ${SIGN_IN_PROBLEMS[row.problem]}` : methodText(row.method)}
              {row.device ? <span className="block text-ink-3">{row.device}</span> : null}
            </Td>
            <Td label="Address" className="tabular-nums">
              {row.ip ?? 'N/A'}
            </Td>
          </tr>
        )) ?? <SkeletonRows cells={ofOne ? WAITING_ROW.slice(1) : WAITING_ROW} />}
      </DataTable>
      {rows ? (
        <MorePages query={query}>
          Showing {rows.length === 1 ? '1 sign-in' : `${rows.length} sign-ins`}
        </MorePages>
      ) : null}
    </>
  )
}

/** The email and login method to filter by. The URL has the applied filters, the fields what is being typed. */
export function ActivityFilterBar({
  filters,
  onSearch,
}: {
  filters: ActivityFilters
  onSearch: (next: ActivityFilters) => void
}) {
  return (
    <FilterBar
      searched={`${filters.email} ${filters.method}`}
      onSearch={(typed) =>
        onSearch({
          email: typed('email'),
          method: SIGN_IN_METHODS.find((method) => method === typed('method')),
        })
      }
    >
      <SearchField label="Email" name="email" maxLength={254} defaultValue={filters.email} />
      <SelectField
        // The select shows a new URL's value only if it is mounted again.
        key={filters.method}
        label="Login method"
        name="method"
        compact
        placeholder="All methods"
        options={SIGN_IN_METHODS.map((value) => ({ value, label: methodText(value) }))}
        defaultValue={filters.method ?? ''}
      />
      <SearchButtons onClear={() => onSearch({})} />
    </FilterBar>
  )
}

/** A login method as shown in a table; an unlisted one is shown as received. */
function methodText(method: string): string {
  return method.charAt(0).toUpperCase() + method.slice(1)
}
