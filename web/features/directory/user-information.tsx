import { Link } from '@tanstack/react-router'
import CircleX from 'lucide-react/icons/circle-x'
import { useState } from 'react'
import type { AdminUserDetail } from '#contract/directory/admin-users.ts'
import type { UserHold } from '#contract/privacy/privacy-admin.ts'
import { ROLES } from '#contract/roles.ts'
import { formatDate, relativeTime } from '#web/lib/dates.ts'
import { IfMay, mayDo } from '#web/lib/may.tsx'
import { useUser } from '#web/lib/session.ts'
import { CertificationHistory } from '#web/shared/certifications/certification-history.tsx'
import { PersonEmail } from '#web/shared/directory/person-email.tsx'
import { userTypeNoun } from '#web/shared/directory/user-type-noun.ts'
import { LiftHoldDialog, SetHoldDialog } from '#web/shared/privacy/hold-dialogs.tsx'
import { useDialogInAddress } from '#web/shared/shell/use-dialog-in-address.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { Stack } from '#web/ui/layout.tsx'

const FLAGS = [
  ['is_trader', 'Trader'],
  ['is_investor', 'Investor'],
  ['is_seller', 'Seller'],
  ['is_developer', 'Developer'],
  ['is_buyer', 'Buyer'],
  ['is_corporate', 'Corporate'],
] as const

/** The first tab of the user detail (account-admin §2.13). */
export function UserInformation({ user }: { user: AdminUserDetail }) {
  const me = useUser()
  return (
    <Stack className="max-w-[840px]">
      <Card aria-labelledby="user-information">
        <CardHeader id="user-information" title="User Information" />
        <CardBody className="py-2">
          <KeyValueList items={rowsOf(user)} />
        </CardBody>
      </Card>
      {mayDo(me, 'statements.read') ? (
        <CertificationHistory certifications={user.certifications} statement="open" />
      ) : null}
      {me?.id === user.id || !mayDo(me, 'privacy.read') ? null : (
        <LegalHoldCard userId={user.id} hold={user.legal_hold} />
      )}
    </Stack>
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
          <span>
            <PersonEmail person={{ email, email_confirmed: user.email_confirmed }} />
          </span>
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

/** Whether a person's records are on hold, since when, by whom and why; sets and lifts the hold (law §3.1). */
function LegalHoldCard({ userId, hold }: { userId: number; hold: UserHold | null }) {
  const [isSetting, setSetting] = useState(false)
  const lifting = useDialogInAddress('lift-hold')
  return (
    <Card aria-labelledby="legal-hold">
      <CardHeader id="legal-hold" title="Legal hold">
        <Link to="/admin/privacy" search={{ tab: 'holds' }}>
          All legal holds
        </Link>
      </CardHeader>
      <CardBody>
        {hold ? (
          <>
            <Banner kind="warning" title={`On legal hold since ${formatDate(hold.setAt)}`}>
              Set by {hold.setBy}. None of this person’s data may be deleted until it is lifted. Don’t tell
              them.
            </Banner>
            <p className="mt-4 whitespace-pre-line wrap-anywhere">{hold.reason}</p>
            <IfMay capability="privacy.decide">
              <Button className="mt-5" onClick={lifting.open}>
                Lift the hold
              </Button>
            </IfMay>
          </>
        ) : (
          <>
            <p className="text-ink-2">No legal hold. Data is deleted when its retention period ends.</p>
            <IfMay capability="privacy.decide">
              <Button className="mt-5" onClick={() => setSetting(true)}>
                Set a legal hold
              </Button>
            </IfMay>
          </>
        )}
      </CardBody>
      {isSetting ? <SetHoldDialog userId={userId} onClose={() => setSetting(false)} /> : null}
      {lifting.isOpen && hold ? (
        <LiftHoldDialog id={hold.id} returnTo={lifting.returnTo} onClose={lifting.close} />
      ) : null}
    </Card>
  )
}
