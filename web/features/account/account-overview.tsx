import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { AccountStanding } from '#contract/verification/standing.ts'
import { continuing } from '#domain/standing/next-step.ts'
import type { PlainPath } from '#web/lib/page-address.ts'
import { profileLines } from '#web/shared/verification/answer-lines.tsx'
import { accountLines } from '#web/shared/verification/company-lines.tsx'
import { useStanding } from '#web/shared/verification/use-verification.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader, Rule } from '#web/ui/card.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { PanelFailed } from './panel-failed.tsx'
import { type Profile, useBusinessProfile, useKycProfile } from './queries.ts'

/** Personal and business information as submitted, or a link to submit it (account-admin §2.4). */
export function AccountOverview({ profile }: { profile: Profile }) {
  const reasonId = useId()
  return (
    <Card aria-labelledby="account-overview">
      <CardHeader id="account-overview" title="Account Overview" />
      <CardBody>
        <h3 className="text-h4">Personal information</h3>
        <PersonalInformation profile={profile} />
      </CardBody>
      <Rule />
      <CardBody>
        <h3 className="text-h4">Business information</h3>
        <BusinessInformation profile={profile} />
      </CardBody>
      <Rule />
      <CardBody className="flex flex-wrap items-center justify-between gap-4 py-4">
        <p className="text-card text-ink-2" id={reasonId}>
          Project listing opens to verified businesses later.
        </p>
        <Button disabled aria-describedby={reasonId}>
          Integrate Your Project (Coming Soon)
        </Button>
      </CardBody>
    </Card>
  )
}

function PersonalInformation({ profile }: { profile: Profile }) {
  const query = useKycProfile(profile)
  const standing = useStanding()
  if (!profile.kycProfile)
    return <Prompt text="No personal information" action={ownAction(standing)} to="/onboarding/consumer" />
  const kyc = query.data?.profile
  if (!kyc) return <Waiting label="Loading your personal information" query={query} />
  return <KeyValueList items={profileLines(kyc, 'account')} missing="Not given" />
}

/** Someone who verifies a company isn't asked to verify themselves: they may start their own application as well. */
function ownAction(standing: AccountStanding | null | undefined): string {
  if (standing?.consumer.state === 'draft') return continuing('consumer').action
  return standing && standing.business.state !== null ? 'Start your own application' : 'Complete KYC'
}

function BusinessInformation({ profile }: { profile: Profile }) {
  const query = useBusinessProfile(profile)
  const isStarted = useStanding()?.business.state === 'draft'
  if (!profile.businessProfile)
    return (
      <Prompt
        text="Verify a company you act for."
        action={isStarted ? 'Continue your company’s application' : 'Start business onboarding'}
        to="/onboarding/business"
      />
    )
  const business = query.data?.profile
  if (!business) return <Waiting label="Loading your business information" query={query} />
  return <KeyValueList items={accountLines(business)} missing="Not given" />
}

function Prompt({ text, action, to }: { text: string; action: string; to: PlainPath }) {
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-4">
      <p className="text-card text-ink-2">{text}</p>
      <Link className={buttonClass()} to={to}>
        {action}
      </Link>
    </div>
  )
}

function Waiting({
  label,
  query,
}: {
  label: string
  query: { isError: boolean; error: Error | null; isFetching: boolean; refetch: () => unknown }
}) {
  if (query.isError) return <PanelFailed query={query} />
  return (
    <LoadingRegion label={label} className="mt-3 grid gap-3">
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </LoadingRegion>
  )
}
