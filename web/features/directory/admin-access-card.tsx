import ShieldCheck from 'lucide-react/icons/shield-check'
import { ROLES } from '#contract/roles.ts'
import { formatDate } from '#web/lib/dates.ts'
import { useUser } from '#web/lib/session.ts'
import { Card } from '#web/ui/card.tsx'
import { CARD_HEAD_CLASS } from '#web/ui/card-class.ts'
import { Chip } from '#web/ui/chip.tsx'
import { EmailText } from '#web/ui/email-text.tsx'

/** Who the administrator is, and what they may (account-admin §2, User Management). */
export function AdminAccessCard() {
  const user = useUser()
  if (!user) return null
  const roles = user.roles?.map((role) => ROLES[role].label).join(', ')
  const email = user.auth0_email ?? user.email
  return (
    <Card className="mt-6" aria-labelledby="admin-access">
      <div className={CARD_HEAD_CLASS}>
        <h2 className="h4" id="admin-access">
          Your admin access
        </h2>
        <Chip icon={ShieldCheck}>{roles}</Chip>
      </div>
      <dl className="strip">
        <div>
          <dt>Name</dt>
          <dd>{user.name ?? 'Not set'}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>{email ? <EmailText address={email} /> : 'N/A'}</dd>
        </div>
        <div>
          <dt>Identity-provider id</dt>
          <dd className="mono">{user.auth0_id}</dd>
        </div>
        <div>
          <dt>Admin type</dt>
          <dd>{roles}</dd>
        </div>
        <div>
          <dt>Last login</dt>
          <dd>{formatDate(user.last_login)}</dd>
        </div>
      </dl>
    </Card>
  )
}
