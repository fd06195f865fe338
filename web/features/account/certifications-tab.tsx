import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { USER_TYPE_CARDS } from '#contract/account/user-types.ts'
import type { Certification } from '#contract/certifications/certifications.ts'
import { RISK_DISCLOSURE } from '#contract/certifications/risk-disclosure.ts'
import { isTraderCertification, userFlags } from '#domain/onboarding/user-type.ts'
import { certificationLabel } from '#domain/standing/verification-progress.ts'
import { formatDate } from '#web/lib/dates.ts'
import { CertificationHistory } from '#web/shared/certifications/certification-history.tsx'
import { heldStatement } from '#web/shared/certifications/held-statement.ts'
import { type OwnCertifications, ownCertificationsQuery } from '#web/shared/certifications/queries.ts'
import { CERTIFICATION_LOOKS, type CertificationState } from '#web/shared/certifications/statement-facts.tsx'
import { asUserType } from '#web/shared/verification/use-verification.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { PanelFailed } from './panel-failed.tsx'
import type { Profile } from './queries.ts'

/** Everything the person has accepted and signed: three cards and the history. */
export function CertificationsTab({ profile }: { profile: Profile }) {
  const query = useQuery(ownCertificationsQuery)
  if (query.isError && !query.data) return <PanelFailed query={query} />
  if (!query.data)
    return (
      <LoadingRegion label="Loading your certifications" className="grid gap-4">
        <Skeleton height={140} />
        <Skeleton height={220} />
      </LoadingRegion>
    )
  const { certifications } = query.data
  return (
    <div className="grid gap-6">
      <div className="grid grid-cols-3 gap-6 max-lg:grid-cols-1">
        <RiskCard certifications={certifications} />
        <TypeCard profile={profile} />
        <TraderCard profile={profile} own={query.data} />
      </div>
      <CertificationHistory certifications={certifications} statement="download" />
    </div>
  )
}

function RiskCard({ certifications }: { certifications: readonly Certification[] }) {
  const names: readonly string[] = [RISK_DISCLOSURE.name, RISK_DISCLOSURE.alias]
  const isAccepted = certifications.some((certification) => names.includes(certification.certification_name))
  return (
    <StatusCard
      id="risk-card"
      title="Risk Disclosure"
      status={isAccepted ? 'accepted' : 'pending_acceptance'}
    >
      {isAccepted ? null : (
        <Link className={buttonClass('primary')} to="/risk-disclosure">
          Review & Accept
        </Link>
      )}
    </StatusCard>
  )
}

function TypeCard({ profile }: { profile: Profile }) {
  const type = profile.user_type ?? profile.pending_user_type
  const title = USER_TYPE_CARDS.find(({ id }) => id === type)?.title
  return (
    <Card padded aria-labelledby="type-card" className="grid content-start gap-3">
      <h2 className="text-h3" id="type-card">
        User Classification
      </h2>
      {title ? (
        <p className="min-h-6.5 text-ink-2">
          {title}
          {profile.user_type ? '' : ' (waits for your certification)'}
        </p>
      ) : (
        <StatusBadge look={CERTIFICATION_LOOKS.not_selected} className="justify-self-start" />
      )}
      <Link
        className={buttonClass('secondary', 'md', false, 'justify-self-start')}
        to="/certification/user-type"
      >
        {type ? 'Change User Type' : 'Select User Type'}
      </Link>
    </Card>
  )
}

function TraderCard({ profile, own }: { profile: Profile; own: OwnCertifications }) {
  const held = heldStatement(own)
  const isCertified = own.certifications.some(
    (certification) =>
      certification.status === 'current' &&
      isTraderCertification({
        type: certification.certification_type,
        name: certification.certification_name,
      }),
  )
  const isNeeded =
    profile.is_trader ||
    profile.is_investor ||
    profile.pending_user_type === 'trade' ||
    profile.pending_user_type === 'invest'
  return (
    <StatusCard
      id="trader-card"
      title={certificationLabel({
        flags: userFlags(profile),
        pendingType: asUserType(profile.pending_user_type),
        isCertified,
      })}
      status={isCertified ? 'certified' : isNeeded ? 'required' : 'not_certified'}
    >
      {held?.expiresAt ? (
        <p className="text-ink-2">
          {held.standing === 'expired' ? 'Ended on' : 'Ends on'} {formatDate(held.expiresAt)}
        </p>
      ) : null}
      {isCertified || isNeeded ? null : <p className="text-ink-2">Only if you trade or invest</p>}
      {isCertified && held?.standing !== 'ends_soon' ? null : (
        <Link
          className={buttonClass(isNeeded ? 'primary' : 'secondary', 'md', false, 'justify-self-start')}
          to="/certification/trader"
        >
          {isCertified ? 'Renew Certification' : 'Complete Certification'}
        </Link>
      )}
    </StatusCard>
  )
}

function StatusCard({
  id,
  title,
  status,
  children,
}: {
  id: string
  title: string
  status: CertificationState
  children: React.ReactNode
}) {
  return (
    <Card padded aria-labelledby={id} className="grid content-start justify-items-start gap-3">
      <h2 className="text-h3" id={id}>
        {title}
      </h2>
      <StatusBadge look={CERTIFICATION_LOOKS[status]} />
      {children}
    </Card>
  )
}
