import Ban from 'lucide-react/icons/ban'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import MailCheck from 'lucide-react/icons/mail-check'
import MailOpen from 'lucide-react/icons/mail-open'
import MousePointerClick from 'lucide-react/icons/mouse-pointer-click'
import {
  INVITATIONS_PER_PAGE,
  type InvitationSort,
  type InvitationStatus,
  type MailEventName,
} from '#contract/invitations/invitations.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import type { SortDirection } from '#web/ui/data-table.tsx'
import type { StatusLook } from '#web/ui/status-badge.tsx'
import type { InvitationFilters } from './queries.ts'

export const INVITATION_LOOKS: Readonly<Record<InvitationStatus, StatusLook>> = {
  pending: { label: 'Pending', family: 'yellow', icon: Clock },
  delivered: { label: 'Delivered', family: 'blue', icon: MailCheck },
  opened: { label: 'Opened', family: 'blue', icon: MailOpen },
  clicked: { label: 'Clicked', family: 'blue', icon: MousePointerClick },
  accepted: { label: 'Accepted', family: 'green', icon: CircleCheck },
  expired: { label: 'Expired', family: 'neutral', icon: Ban },
  unsubscribed: { label: 'Unsubscribed', family: 'neutral', icon: Ban },
  failed: { label: 'Failed', family: 'red', icon: CircleAlert },
  complained: { label: 'Marked as spam', family: 'red', icon: CircleAlert },
}

/** The label that staff see for an email event. */
export const EVENT_LABELS: Readonly<Record<MailEventName, string>> = {
  sent: 'Sent',
  delayed: 'Delayed',
  delivered: 'Delivered',
  opened: 'Opened',
  clicked: 'Clicked',
  failed: 'Failed',
  complained: 'Reported as spam',
  unsubscribed: 'Unsubscribed',
}

/** The line under the table (account-admin §2.12): "Showing 11 to 20 of 34 invites". */
export function pageText(page: number, shown: number, count: number): string {
  const first = (page - 1) * INVITATIONS_PER_PAGE + 1
  const last = first + shown - 1
  return `Showing ${formatNumber(first)} to ${formatNumber(last)} of ${formatNumber(count)} invites`
}

/** The table's sort order; newest first by default. */
export function invitationSort(
  { sort = 'invited_at', order }: InvitationFilters,
  column: InvitationSort,
): SortDirection {
  if (sort !== column) return 'none'
  const effective = order ?? (column === 'invited_at' ? 'desc' : 'asc')
  return effective === 'asc' ? 'ascending' : 'descending'
}
