import CircleX from 'lucide-react/icons/circle-x'
import type { AdminUserDetail } from '#contract/directory/admin-users.ts'
import { ROLES } from '#contract/roles.ts'
import { formatDate, relativeTime } from '#web/lib/dates.ts'
import { mayDo } from '#web/lib/may.tsx'
import { useUser } from '#web/lib/session.ts'
import { EmailBadge } from '#web/shared/cases/email-badge.tsx'
import { CertificationHistory } from '#web/shared/certifications/certification-history.tsx'
import { userTypeNoun } from '#web/shared/directory/user-type-noun.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { LegalHoldCard } from './legal-hold-card.tsx'

const FLAGS = [
  ['is_trader', 'Trader'],
  ['is_investor', 'Investor'],
  ['is_seller', 'Seller'],
  ['is_developer', 'Developer'],
  ['is_buyer', 'Buyer'],
  ['is_corporate', 'Corporate'],
] as const

/** The first tab of the user detail (account-admin §2, Admin user detail). */
export function UserInformation({ user }: { user: AdminUserDetail }) {
  const me = useUser()
  return (
    <div className="col max-w-[840px]">
      <Card aria-labelledby="user-information">
        <CardHeader id="user-information" title="User Information" />
        <CardBody className="py-2">
          <KeyValueList items={rowsOf(user)} />
        </CardBody>
      </Card>
      <CertificationHistory certifications={user.certifications} statement="open" />
      {me?.id === user.id || !mayDo(me, 'privacy.read') ? null : (
        <LegalHoldCard userId={user.id} hold={user.legal_hold} />
      )}
    </div>
  )
}

function rowsOf(user: AdminUserDetail): KeyValue[] {
  const email = user.email ?? user.auth0_email
  const type = user.user_type ?? user.pending_user_type
  const flags = FLAGS.filter(([flag]) => user[flag])
  const rows: KeyValue[] = [
    { label: 'Full name', value: user.name, missing: 'Not set' },
    {
      label: 'Email',
      value: email ? (
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <EmailText address={email} />
          {user.email_confirmed ? null : <EmailBadge />}
          {user.email_bounced_at ? (
            <Badge family="red" icon={CircleX}>
              Email bounced {formatDate(user.email_bounced_at)}
            </Badge>
          ) : null}
        </span>
      ) : null,
    },
    { label: 'User ID', value: <span className="mono">{user.id}</span> },
    { label: 'Identity-provider ID', value: <span className="mono">{user.auth0_id}</span> },
    { label: 'Company', value: user.company },
    {
      label: 'User type',
      value: type ? `${userTypeNoun(type)}${user.user_type ? '' : ' (pending certification)'}` : null,
      missing: 'Not selected',
    },
    { label: 'Joined', value: formatDate(user.created_at) },
    { label: 'Last login', value: user.last_login ? relativeTime(user.last_login) : 'Never' },
    {
      label: 'Type flags',
      value: flags.length ? (
        <span className="flex flex-wrap gap-2">
          {flags.map(([flag, label]) => (
            <Chip key={flag}>{label}</Chip>
          ))}
        </span>
      ) : null,
      missing: 'None',
    },
    { label: 'Onboarding', value: user.onboarding_completed ? 'Completed' : 'In progress' },
  ]
  if (user.roles.length > 0) {
    rows.push(
      {
        label: 'Role',
        value: (
          <>
            {user.roles.map((role) => (
              <Chip key={role}>{ROLES[role].label}</Chip>
            ))}
            {user.is_role_in_force ? null : (
              <span className="block text-sm text-ink-3">No effect: no verified company email</span>
            )}
          </>
        ),
      },
      { label: 'Admin role assigned', value: formatDate(user.admin_role_assigned_at) },
      { label: 'Assigned by', value: user.admin_role_assigned_by },
    )
  }
  return rows
}
