import { Link } from '@tanstack/react-router'
import type { AdminUserRow } from '#contract/directory/admin-users.ts'
import type { ApprovalBasis, CaseState } from '#contract/verification/cases.ts'
import { approvalSentence, isFullyReviewed } from '#domain/cases/approval-basis.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { formatDate } from '#web/lib/dates.ts'
import { userTypeNoun } from '#web/shared/directory/user-type-noun.ts'
import { Chip } from '#web/ui/chip.tsx'
import { Td, YesNo } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'

/** One user of the table; the details open in a new tab (account-admin §2). */
export function UserRow({ user }: { user: AdminUserRow }) {
  const type = user.user_type ?? user.pending_user_type
  return (
    <tr>
      <Td label="ID" className="tabular-nums text-ink-3">
        {user.id}
      </Td>
      <Td head className="font-semibold">
        {user.name ?? user.legal_name ?? <span className="font-normal text-ink-3">Not set</span>}
        {user.is_suspended ? <Chip className="ml-2">Suspended</Chip> : null}
        {user.is_erased ? <Chip className="ml-2">Erased</Chip> : null}
      </Td>
      <Td label="Email" className="min-w-45 wrap-anywhere max-[1180px]:min-w-32">
        {user.email ? <EmailText address={user.email} /> : 'N/A'}
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
        <Standing state={user.individual_state} approval={user.individual_approval} />
      </Td>
      <Td label="Business" className={NARROW}>
        <Standing state={user.business_state} approval={user.business_approval} />
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

/** The words of a badge wrap where the columns would otherwise not fit beside each other. */
const NARROW = 'max-[1180px]:[&_.bd]:whitespace-normal'

/** How a case stands, and on what its approval rests where that is less than a review of every item. */
function Standing({ state, approval }: { state: CaseState | null; approval: ApprovalBasis | null }) {
  if (state === null) return <span className="text-ink-3">{caseBadge(state, 'staff').label}</span>
  return (
    <>
      <StandingBadge badge={caseBadge(state, 'staff')} />
      {approval && !isFullyReviewed(approval) ? (
        <span className="mt-1 block text-sm text-ink-2">{approvalSentence(approval)}</span>
      ) : null}
    </>
  )
}
