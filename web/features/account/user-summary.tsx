import { Link } from '@tanstack/react-router'
import Upload from 'lucide-react/icons/upload'
import { CONSUMER_SLOTS } from '#contract/documents.ts'
import { formatDate } from '#web/lib/dates.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader, Rule } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { YesNo } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { Segments } from '#web/ui/meter.tsx'
import { verificationStatus } from '#web/ui/status.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { documentCount } from './document-slots.ts'
import { providerOf } from './provider.ts'
import { type Profile, useBusinessProfile, useKycProfile } from './queries.ts'
import { SystemEmail } from './unconfirmed-email.tsx'

/** The account in short: both verifications, and the facts of the sign-in (account-admin §2). */
export function UserSummary({ profile }: { profile: Profile }) {
  const business = useBusinessProfile(profile).data?.profile
  const countOf = (people: readonly unknown[] | undefined) =>
    people || !profile.businessProfile ? String(people?.length ?? 0) : undefined
  return (
    <Card aria-labelledby="user-summary">
      <CardHeader id="user-summary" title="User Summary" />
      <KycStatus profile={profile} />
      <Rule />
      <CardBody className="py-3">
        <KeyValueList items={factsOf(profile)} missing="Not available" />
      </CardBody>
      <Rule />
      <CardBody>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="h4">Business status</h3>
          <StatusBadge vocabulary={verificationStatus} value={profile.businessProfile?.verification_status} />
        </div>
        <KeyValueList
          items={[
            { label: 'Representatives', value: countOf(business?.representatives) },
            { label: 'Beneficial owners', value: countOf(business?.beneficialOwners) },
          ]}
          missing="Not available"
        />
      </CardBody>
    </Card>
  )
}

function KycStatus({ profile }: { profile: Profile }) {
  const { data, isLoading, isError } = useKycProfile(profile)
  const { uploaded, missing } = documentCount(data?.profile ?? null)
  // Nothing is missing as long as nobody knows; what failed says so beside, in the account's overview.
  const isKnown = !isLoading && !(isError && !data)
  return (
    <CardBody>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="h4">KYC status</h3>
        <StatusBadge vocabulary={verificationStatus} value={profile.kycProfile?.verification_status} />
      </div>
      <div className="mt-3 mb-1.5 flex justify-between gap-2 text-sm" aria-busy={isLoading || undefined}>
        <span className="text-ink-2">Documents</span>
        <b className="font-semibold tabular-nums">
          {isKnown ? `${uploaded} of ${CONSUMER_SLOTS.length}` : isLoading ? '…' : 'Not available'}
        </b>
      </div>
      <Segments done={uploaded} total={CONSUMER_SLOTS.length} />
      {missing && isKnown ? (
        <>
          <p className="mt-3 text-sm text-ink-2">{missing} is missing.</p>
          <Link
            className={buttonClass('primary', 'md', false, 'mt-3.5')}
            to="/profile"
            search={{ tab: 'documents' }}
          >
            <Upload className="i" />
            Upload
          </Link>
        </>
      ) : null}
    </CardBody>
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
  if (!profile.is_admin && !profile.is_super_admin) return facts
  return [
    ...facts,
    { label: 'Role', value: <Chip>{profile.is_super_admin ? 'Superadmin' : 'Admin'}</Chip> },
    { label: 'Admin since', value: formatDate(profile.admin_role_assigned_at, '') },
    { label: 'Assigned by', value: profile.admin_role_assigned_by },
  ]
}
