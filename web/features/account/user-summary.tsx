import { Link } from '@tanstack/react-router'
import Upload from 'lucide-react/icons/upload'
import { CONSUMER_SLOTS } from '#contract/documents/documents.ts'
import { ROLES } from '#contract/roles.ts'
import type { DocumentsStanding } from '#contract/verification/standing.ts'
import { formatDate } from '#web/lib/dates.ts'
import { SystemEmail } from '#web/shared/account/email/unconfirmed-email.tsx'
import { useStanding } from '#web/shared/verification/use-verification.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader, Rule } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { YesNo } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { Segments } from '#web/ui/meter.tsx'
import { AccountBadge } from './account-header.tsx'
import { providerOf } from './provider.ts'
import { type Profile, useBusinessProfile } from './queries.ts'

/** The account in short: both verifications, and the facts of the sign-in (account-admin §2). */
export function UserSummary({ profile }: { profile: Profile }) {
  const business = useBusinessProfile(profile).data?.profile
  const numberOf = (people: readonly unknown[] | undefined) =>
    people || !profile.businessProfile ? String(people?.length ?? 0) : undefined
  return (
    <Card aria-labelledby="user-summary">
      <CardHeader id="user-summary" title="User Summary" />
      <KycStatus />
      <Rule />
      <CardBody className="py-3">
        <KeyValueList items={factsOf(profile)} missing="Not available" />
      </CardBody>
      <Rule />
      <CardBody>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="text-h4">Business status</h3>
          <AccountBadge kind="business" />
        </div>
        <KeyValueList
          items={[
            { label: 'Representatives', value: numberOf(business?.representatives) },
            { label: 'Beneficial owners', value: numberOf(business?.beneficialOwners) },
          ]}
          missing="Not available"
        />
      </CardBody>
    </Card>
  )
}

function KycStatus() {
  const standing = useStanding()
  return (
    <CardBody>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-h4">KYC status</h3>
        <AccountBadge kind="consumer" />
      </div>
      <div
        className="mt-3 mb-1.5 flex justify-between gap-2 text-sm"
        aria-busy={standing === undefined || undefined}
      >
        <span className="text-ink-2">Documents</span>
        <b className="font-semibold tabular-nums">
          {standing ? countOf(standing.documents) : standing === undefined ? '…' : 'Not available'}
        </b>
      </div>
      {standing && needsNone(standing.documents) ? null : (
        <Segments done={standing?.documents.done ?? 0} total={CONSUMER_SLOTS.length} />
      )}
      {standing ? <ToUpload documents={standing.documents} /> : null}
    </CardBody>
  )
}

function countOf(documents: DocumentsStanding): string {
  return needsNone(documents) ? 'Not needed' : `${documents.done} of ${documents.total}`
}

/** As for the person of a company alone. */
function needsNone({ slots }: DocumentsStanding): boolean {
  return slots.every(({ status }) => status === 'not_needed')
}

/** The first document that is still to be given, with the way to it. */
function ToUpload({ documents }: { documents: DocumentsStanding }) {
  const open = documents.slots.find(({ status }) => status === 'missing' || status === 'returned')
  if (!open) return null
  return (
    <>
      <p className="mt-3 text-sm text-ink-2">
        {open.status === 'returned' ? `${open.label} needs a new upload.` : `${open.label} is missing.`}
      </p>
      <Link
        className={buttonClass('primary', 'md', false, 'mt-3.5')}
        to="/profile"
        search={{ tab: 'documents' }}
      >
        <Upload />
        Upload
      </Link>
    </>
  )
}

function factsOf(profile: Profile): KeyValue[] {
  const { auth0_email } = profile
  const facts: KeyValue[] = [
    { label: 'Member since', value: formatDate(profile.created_at, '') },
    { label: 'Last login', value: formatDate(profile.last_login, '') },
    { label: 'System email', value: profile.email ? <SystemEmail profile={profile} /> : null },
    { label: 'Sign-in email', value: auth0_email ? <EmailText address={auth0_email} /> : null },
    { label: 'Email verified', value: <YesNo value={profile.email_verified} /> },
    { label: 'Auth provider', value: providerOf(profile.auth0_id) },
  ]
  if (!profile.roles?.length) return facts
  return [
    ...facts,
    {
      label: 'Role',
      value: profile.roles.map((role) => (
        <Chip key={role}>{role === 'super_admin' ? 'Superadmin' : ROLES[role].label}</Chip>
      )),
    },
    {
      label: profile.is_admin || profile.is_super_admin ? 'Admin since' : 'Role since',
      value: formatDate(profile.admin_role_assigned_at, ''),
    },
    { label: 'Assigned by', value: profile.admin_role_assigned_by },
  ]
}
