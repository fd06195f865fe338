import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import MailPlus from 'lucide-react/icons/mail-plus'
import type { BetaInvite } from '#contract/invitations/invitations.ts'
import { formatDate, formatDateTime, relativeTime } from '#web/lib/dates.ts'
import { useMay } from '#web/lib/may.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { INVITATION_LOOKS } from './invitation-text.ts'
import { userInvitationsQuery } from './queries.ts'
import { TrackingEvents } from './tracking-events.tsx'

/** One user's invitations, with their tracking (account-admin §2.13: Email & Invites). */
export function UserInvitations({ userId }: { userId: number }) {
  const { data, error, isFetching, refetch } = useQuery(userInvitationsQuery(userId))
  if (error && !data)
    return (
      <ErrorState
        card
        title="Error loading beta invites"
        message={error.message || 'Failed to fetch beta invites'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  if (!data)
    return (
      <LoadingRegion label="Loading invitations" className="max-w-[840px]">
        <Skeleton height={240} />
      </LoadingRegion>
    )
  if (!data.data.length)
    return <EmptyState card icon={MailPlus} title="No beta invitations found for this user" />
  return (
    <Stack className="max-w-[840px]">
      {data.data.map((invite) => (
        <InvitationCard key={invite.id} invite={invite} />
      ))}
    </Stack>
  )
}

function InvitationCard({ invite }: { invite: BetaInvite }) {
  const mayResend = useMay('invitations.resend')
  const id = `invitation-${invite.id}`
  const sent = `${formatDate(invite.invited_at)} (${relativeTime(invite.invited_at)})`
  const rows = [
    { label: 'Invitation ID', value: <span className="mono">{invite.id}</span> },
    { label: 'Sent', value: sent },
    { label: 'Sent by', value: invite.invited_by ?? 'System' },
    { label: 'Open until', value: formatDateTime(invite.expires_at) },
    {
      label: 'Accepted',
      value: invite.accepted_at ? formatDateTime(invite.accepted_at) : null,
      missing: 'No',
    },
    { label: 'Email tracking', value: <TrackingEvents invite={invite} /> },
  ]
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={`Invitation to ${invite.email}`}>
        <StatusBadge look={INVITATION_LOOKS[invite.invitation_status]} />
      </CardHeader>
      <CardBody className="py-2">
        <KeyValueList items={rows} />
      </CardBody>
      {mayResend && invite.may_resend ? (
        <CardBody className="pt-2">
          <Link className={buttonClass()} to="/admin/dashboard" search={{ resend: String(invite.id) }}>
            Resend Invitation
          </Link>
        </CardBody>
      ) : null}
    </Card>
  )
}
