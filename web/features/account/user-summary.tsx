import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Upload from 'lucide-react/icons/upload'
import { useState } from 'react'
import { CONSUMER_SLOTS } from '#contract/documents/documents.ts'
import { ROLES } from '#contract/roles.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import type { AccountStanding, DocumentsStanding } from '#contract/verification/standing.ts'
import { caseLock } from '#domain/cases/case-view.ts'
import { isUnsent } from '#domain/leaf/leaf-state.ts'
import { formatDate } from '#web/lib/dates.ts'
import { siteQuery } from '#web/lib/session.ts'
import { SystemEmail } from '#web/shared/account/email/unconfirmed-email.tsx'
import { TaskLink } from '#web/shared/verification/step-link.tsx'
import { useStanding } from '#web/shared/verification/use-verification.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader, Rule } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { YesNo } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { Segments } from '#web/ui/meter.tsx'
import { Name } from '#web/ui/name.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import { type Profile, useBusinessProfile } from './queries.ts'

/** The account at a glance: both verifications and the sign-in details. */
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
      {standing ? <OpenDocument standing={standing} /> : null}
    </CardBody>
  )
}

function countOf(documents: DocumentsStanding): string {
  return needsNone(documents) ? 'Not needed' : `${documents.done} of ${documents.total}`
}

/** True for someone who only represents a company. */
function needsNone({ slots }: DocumentsStanding): boolean {
  return slots.every(({ status }) => status === 'not_needed')
}

/**
 * The first document that is still missing, and where it is given: the Documents tab takes none before the
 * application is sent, so until then the next step leads on.
 */
function OpenDocument({ standing: { consumer, documents, next } }: { standing: AccountStanding }) {
  const open = documents.slots.find(({ status }) => status === 'missing' || status === 'returned')
  const { state } = consumer
  const isWithThem = state === null || isUnsent(state)
  if (!open || (isWithThem ? next.isQuiet : caseLock(state).isLocked)) return null
  return (
    <>
      <p className="mt-3 text-sm text-ink-2">
        {open.status === 'returned' ? `${open.label} needs a new upload.` : `${open.label} is missing.`}
        {isWithThem ? ' You add it in your application.' : null}
      </p>
      {isWithThem ? (
        <TaskLink
          className={buttonClass('primary', 'md', false, 'mt-3.5')}
          href={next.href}
          startsAgain={next.startsAgain}
        >
          {next.action}
        </TaskLink>
      ) : (
        <Link
          className={buttonClass('primary', 'md', false, 'mt-3.5')}
          to="/profile"
          search={{ tab: 'documents' }}
        >
          <Upload />
          Upload
        </Link>
      )}
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

/**
 * The provider a person signs in with: the part of its id before the first bar, otherwise auth0 (law §6.3).
 */
export function providerOf(authId: string): string {
  const bar = authId.indexOf('|')
  return bar > 0 ? authId.slice(0, bar) : 'auth0'
}

/** The header's grid, also used by its skeleton. */
export const ACCOUNT_HEADER_CLASS =
  'mb-7 grid grid-cols-[72px_1fr_auto] items-center gap-5 max-sm:grid-cols-[56px_1fr] max-sm:gap-3.5'

/** Someone's picture from the identity provider, if the operator shows those of its host; otherwise their initials. */
function Face({ name, picture }: { name: string; picture: string | null }) {
  const { data: site } = useQuery(siteQuery)
  const [hasFailed, setFailed] = useState(false)
  const isShown =
    picture !== null && !hasFailed && site?.pictureOrigins.includes(URL.parse(picture)?.origin ?? '')
  if (!isShown) return <Avatar name={name} size="xl" />
  return (
    <img
      className="size-18 rounded-full object-cover max-sm:size-14"
      src={picture}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  )
}

/** The account's owner, with the state of both verifications. */
export function AccountHeader({ profile }: { profile: Profile }) {
  const { email, auth0_email, company } = profile
  const name = profile.name ?? profile.nickname ?? email ?? auth0_email ?? 'Your account'
  const signIn = auth0_email && auth0_email.toLowerCase() !== email?.toLowerCase() ? auth0_email : null
  return (
    <div className={ACCOUNT_HEADER_CLASS}>
      <Face name={name} picture={profile.picture} />
      <div className="min-w-0">
        <h1 className="text-[1.75rem]/8.5 wrap-anywhere max-sm:text-[1.4375rem]/7.25" tabIndex={-1}>
          <Name>{name}</Name>
        </h1>
        {email ? (
          <p className="mt-0.5 text-ink-2 [overflow-wrap:anywhere]">
            <EmailText address={email} />
          </p>
        ) : null}
        {signIn || company ? (
          <p className="text-sm text-ink-3 [overflow-wrap:anywhere]">
            {signIn ? (
              <>
                Signs in with <EmailText address={signIn} />
              </>
            ) : null}
            {signIn && company ? ' · ' : null}
            {company}
          </p>
        ) : null}
      </div>
      <dl className="grid grid-cols-[auto_auto] items-center justify-items-start gap-x-3.5 gap-y-2 text-sm text-ink-3 max-sm:col-span-full max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-2.5 max-sm:[&>dd]:justify-self-end">
        <dt>Individual Verification</dt>
        <dd>
          <AccountBadge kind="consumer" />
        </dd>
        <dt>Business Verification</dt>
        <dd>
          <AccountBadge kind="business" />
        </dd>
      </dl>
    </div>
  )
}

/** The state of one of the account's two verifications, as the account labels it. */
function AccountBadge({ kind }: { kind: CaseKind }) {
  const standing = useStanding()
  if (standing === undefined) return <Skeleton width={112} height={26} />
  return standing ? <StandingBadge badge={standing[kind].account} /> : 'Not available'
}
