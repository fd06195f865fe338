import { Link } from '@tanstack/react-router'
import type { UndeliveredMail } from '#contract/directory/admin-users.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Mails that weren't delivered to a person, so that staff can find another way (cases, Undelivered mail). */
export function UndeliveredMails({ mails }: { mails: readonly UndeliveredMail[] }) {
  if (!mails.length) return null
  return (
    <Banner
      kind="warning"
      title={mails.length === 1 ? 'An email could not be delivered' : 'Emails could not be delivered'}
      className="mb-5"
    >
      <ul>
        {mails.map(({ id, subject, to, reason, at }) => (
          <li key={id}>
            “{subject}” to {to}, {formatDateTime(at)}
            {reason ? `: ${reason}` : ''}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        Check the address with them and propose a change under{' '}
        <Link to="." search={(current) => ({ ...current, tab: 'support' })}>
          Support
        </Link>
        . Emails we stopped sending wait in <Link to="/admin/jobs">Failed work</Link>.
      </p>
    </Banner>
  )
}
