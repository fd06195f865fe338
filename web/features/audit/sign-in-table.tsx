import { Link } from '@tanstack/react-router'
import type { SignIn, UserSignIn } from '#contract/audit/admin-activity.ts'
import { formatDateTime, relativeTime } from '#web/lib/dates.ts'
import { SIGN_IN_PROBLEMS } from '#web/shared/sign-in/sign-in-problems.ts'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { type LoadedPages, MorePages } from '#web/ui/more-pages.tsx'
import { type SkeletonCell, SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { methodText } from './activity-filter-bar.tsx'

const WAITING_ROW: readonly SkeletonCell[] = [
  { head: true, width: 140 },
  { label: 'Email', width: 200 },
  { label: 'Signed in', width: 140 },
  { label: 'Login method', width: 110 },
  { label: 'Address', width: 72 },
]

type Row = SignIn & Partial<Pick<UserSignIn, 'device' | 'problem'>>

/**
 * Sign-ins, newest first; none while they are on their way. Of one user their name is left out, and tries that failed and the devices
 * are told.
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
  // Tries that failed are no sign-ins.
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
                  {row.name ?? `User ${row.user_id}`}
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
