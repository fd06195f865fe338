import type { BetaInvite } from '#contract/invitations/invitations.ts'
import { formatDateTime } from '#web/lib/dates.ts'

/** The last sign-ins of the person who was invited (account-admin §2). */
export function RecentLogins({ invite }: { invite: BetaInvite }) {
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
