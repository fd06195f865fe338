import { useInfiniteQuery } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import MailCheck from 'lucide-react/icons/mail-check'
import MailOpen from 'lucide-react/icons/mail-open'
import MailPlus from 'lucide-react/icons/mail-plus'
import MousePointerClick from 'lucide-react/icons/mouse-pointer-click'
import { useEffect } from 'react'
import {
  type BetaInvite,
  INVITATIONS_PER_PAGE,
  type InvitationSort,
} from '#contract/invitations/invitations.ts'
import { invitationStages } from '#domain/invitations/invitation.ts'
import { formatDate, formatDateTime, relativeTime } from '#web/lib/dates.ts'
import { useMay } from '#web/lib/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataTable, SortTh, TableFooter, Td, Th } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { type SkeletonCell, SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { INVITATION_LOOKS, invitationSort, pageText } from './invitation-text.ts'
import { type InvitationFilters, invitationsQuery } from './queries.ts'
import { TrackingEvents } from './tracking-events.tsx'

const ICONS = [
  { stage: 'delivered', icon: MailCheck, label: 'Delivered' },
  { stage: 'opened', icon: MailOpen, label: 'Opened' },
  { stage: 'clicked', icon: MousePointerClick, label: 'Clicked' },
] as const

/** Why an invitation can't be resent. */
const NO_RESEND: Partial<Record<BetaInvite['invitation_status'], string>> = {
  accepted: 'Has signed up',
  unsubscribed: 'Unsubscribed',
  complained: 'Can’t be written to',
}

type Props = {
  filters: InvitationFilters
  /** Starts at 1. */
  page: number
  onSort: (sort: InvitationSort, order: 'asc' | 'desc') => void
  onPage: (page: number) => void
  onResend: (id: number) => void
}

/** The invitations with their sorting and paging (account-admin §2.12). */
export function InvitationTable({ filters, page, onSort, onPage, onResend }: Props) {
  const query = useInfiniteQuery(invitationsQuery(filters))
  const { data, error, isFetching, refetch, fetchNextPage, hasNextPage, isPlaceholderData } = query
  const isMissing = data !== undefined && data.pages.length < page && hasNextPage
  // Pages are loaded in sequence: a page number from the URL is reached by loading those before it.
  useEffect(() => {
    if (isMissing && !isFetching && !error) void fetchNextPage()
  }, [isMissing, isFetching, error, fetchNextPage])
  if (error && !data)
    return (
      <ErrorState
        title="Error loading beta invites"
        message={error.message || 'Failed to fetch beta invites'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  const turned = Math.min(page, data?.pages.length ?? page)
  const rows = isMissing ? undefined : data?.pages[turned - 1]?.data
  const count = data?.pages[0]?.count ?? 0
  if (rows?.length === 0) return <EmptyState icon={MailPlus} title="No beta invitations found" />
  const sorter = (sort: InvitationSort) => (next: 'ascending' | 'descending') =>
    onSort(sort, next === 'ascending' ? 'asc' : 'desc')
  return (
    <>
      <DataTable
        caption="Beta invitations"
        busy={!rows || isPlaceholderData}
        head={
          <>
            <SortTh direction={invitationSort(filters, 'email')} onSort={sorter('email')}>
              Email
            </SortTh>
            <SortTh direction={invitationSort(filters, 'invited_at')} onSort={sorter('invited_at')}>
              Invited At
            </SortTh>
            <Th>Invited By</Th>
            <SortTh direction={invitationSort(filters, 'status')} onSort={sorter('status')}>
              Status
            </SortTh>
            <Th>Email Tracking</Th>
            <Th>Recent Logins</Th>
            <Th action>Actions</Th>
          </>
        }
      >
        {rows?.map((invite) => <InvitationRow key={invite.id} invite={invite} onResend={onResend} />) ?? (
          <SkeletonRows cells={WAITING_ROW} />
        )}
      </DataTable>
      {count > INVITATIONS_PER_PAGE ? (
        <TableFooter
          actions={
            <>
              <Button size="sm" disabled={turned === 1} onClick={() => onPage(turned - 1)}>
                Previous
              </Button>
              <Button
                size="sm"
                disabled={turned * INVITATIONS_PER_PAGE >= count}
                onClick={() => onPage(turned + 1)}
              >
                Next
              </Button>
            </>
          }
        >
          {rows ? pageText(turned, rows.length, count) : null}
        </TableFooter>
      ) : null}
    </>
  )
}

const WAITING_ROW: readonly SkeletonCell[] = [
  { head: true, width: 200 },
  { label: 'Invited At', width: 120 },
  { label: 'Invited By', width: 90 },
  { label: 'Status', width: 84 },
  { label: 'Email Tracking', width: 130 },
  { label: 'Recent Logins', width: 110 },
  { action: true, width: 64 },
]

function InvitationRow({ invite, onResend }: { invite: BetaInvite; onResend: (id: number) => void }) {
  const mayResend = useMay('invitations.resend')
  return (
    <tr>
      <Td head className="max-w-[340px] font-semibold wrap-anywhere">
        <EmailText address={invite.email} />
        {invite.name ? <span className="block font-normal text-ink-3">{invite.name}</span> : null}
      </Td>
      <Td label="Invited At" className="tabular-nums">
        <span className="whitespace-nowrap">{formatDate(invite.invited_at)}</span>{' '}
        <span className="whitespace-nowrap text-ink-3">({relativeTime(invite.invited_at)})</span>
      </Td>
      <Td label="Invited By">{invite.invited_by ?? 'System'}</Td>
      <Td label="Status">
        <StatusBadge look={INVITATION_LOOKS[invite.invitation_status]} />
      </Td>
      <Td label="Email Tracking">
        <EmailTracking invite={invite} />
      </Td>
      <Td label="Recent Logins">
        <RecentLogins invite={invite} />
      </Td>
      <Td action>
        {mayResend && invite.may_resend ? (
          <Button size="sm" onClick={() => onResend(invite.id)}>
            Resend
            <span className="sr-only"> the invitation to {invite.email}</span>
          </Button>
        ) : (
          <span className="text-ink-3">{NO_RESEND[invite.invitation_status]}</span>
        )}
      </Td>
    </tr>
  )
}

/** The invited person's last sign-ins. */
function RecentLogins({ invite }: { invite: BetaInvite }) {
  if (invite.user_id === null) return <span className="text-ink-3">Not registered</span>
  if (!invite.recent_logins.length) return <span className="text-ink-3">No recent activity</span>
  return (
    <ul className="whitespace-nowrap tabular-nums">
      {invite.recent_logins.map((at) => (
        <li key={at}>
          <time dateTime={at}>{formatDateTime(at)}</time>
        </li>
      ))}
    </ul>
  )
}

/** The email's delivery status as icons, with all its events on demand. */
function EmailTracking({ invite }: { invite: BetaInvite }) {
  return (
    <span className="flex items-center gap-2">
      <TrackingIcons invite={invite} />
      <Popover
        label={`Email tracking of ${invite.email}`}
        trigger={
          <Button size="sm" variant="tertiary">
            Details
            <span className="sr-only"> of the emails to {invite.email}</span>
          </Button>
        }
      >
        <TrackingEvents invite={invite} />
      </Popover>
    </span>
  )
}

/** The reached stages in colour, the others faint; a failure replaces the delivery. */
function TrackingIcons({ invite }: { invite: BetaInvite }) {
  const events = invite.metadata.email_events.map(({ event }) => event)
  const stages = invitationStages(events)
  const hasFailed = events.includes('failed')
  const reached = ICONS.filter(({ stage }) => stages[stage]).map(({ label }) => label)
  const steps = [...reached, ...(hasFailed ? ['Failed'] : [])]
  return (
    <span role="img" aria-label={steps.join(', ') || 'Not delivered yet'} className="inline-flex gap-1.5">
      {ICONS.map(({ stage, icon: Icon, label }) => (
        <span key={stage} title={stages[stage] ? label : undefined}>
          <Icon className={stages[stage] ? 'text-brand' : 'text-line-strong opacity-45'} />
        </span>
      ))}
      {hasFailed ? (
        <span title="Failed">
          <CircleAlert className="text-red-solid" />
        </span>
      ) : null}
    </span>
  )
}
