import type { BetaInvite } from '#contract/invitations/invitations.ts'
import { formatDate, relativeTime } from '#web/lib/dates.ts'
import { useMay } from '#web/lib/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { Td } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { EmailTracking } from './email-tracking.tsx'
import { INVITATION_LOOKS } from './invitation-look.ts'
import { RecentLogins } from './recent-logins.tsx'

/** Why there is no button. */
const NO_RESEND: Partial<Record<BetaInvite['invitation_status'], string>> = {
  accepted: 'Has signed up',
  unsubscribed: 'Unsubscribed',
  complained: 'Unsubscribed',
}

/** One invitation of the table. */
export function InvitationRow({ invite, onResend }: { invite: BetaInvite; onResend: (id: number) => void }) {
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
