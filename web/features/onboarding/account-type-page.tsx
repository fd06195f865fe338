import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Building2 from 'lucide-react/icons/building-2'
import Clock from 'lucide-react/icons/clock'
import ShieldCheck from 'lucide-react/icons/shield-check'
import UserRound from 'lucide-react/icons/user-round'
import { COMPANY } from '#contract/company.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/lib/session.ts'
import { WaitingApplication } from '#web/shared/onboarding/waiting-application.tsx'
import { statusQuery } from '#web/shared/verification/use-verification.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { ChoiceCard, ChoiceCards } from '#web/ui/choice-card.tsx'
import { Page } from '#web/ui/page.tsx'

/** `/onboarding`: which type of account to create, what follows and what to have ready (onboarding §2). */
export function AccountTypePage() {
  usePageTitle('Choose an account type')
  const user = useUser()
  const { data } = useQuery({ ...statusQuery, enabled: user != null })
  const verb = (kind: CaseKind) => (data?.standing[kind].state === 'draft' ? 'Continue' : 'Select')
  return (
    <Page width="narrow">
      <h1 tabIndex={-1}>Welcome to {COMPANY.name}</h1>
      <p className="mt-2.5 text-lead text-ink-2">Which type of account would you like to create?</p>
      <WaitingApplication className="mt-6" />
      <ChoiceCards>
        <ChoiceCard
          icon={UserRound}
          title="Consumer Account"
          subtitle="For individual investors"
          today={['Simplified KYC verification', 'Investor certification online']}
          later={[
            'Access to the carbon credit marketplace',
            'A personal investment dashboard',
            'Individual investment reports',
          ]}
          need={{
            title: 'Have ready',
            text: 'A passport, driving licence or residence permit, a device with a camera, and proof of address dated within 3 months.',
          }}
          action={
            <Link className={buttonClass('primary', 'lg', true)} to="/onboarding/consumer">
              {verb('consumer')} Consumer Account
            </Link>
          }
        />
        <ChoiceCard
          icon={Building2}
          title="Business Account"
          subtitle="For companies and organizations"
          today={['Verification of your company and its owners', 'Investor certification online']}
          later={[
            'Enterprise-grade carbon credit solutions',
            'Multi-user account management',
            'Enhanced compliance and reporting',
            'Corporate carbon footprint analytics',
          ]}
          need={{
            title: 'Have ready',
            text: 'Company and tax numbers, settlement bank details, everyone who owns 25% or more, and your company representatives.',
          }}
          action={
            <Link className={buttonClass('primary', 'lg', true)} to="/onboarding/business">
              {verb('business')} Business Account
            </Link>
          }
        />
      </ChoiceCards>
      <p className="mt-8 flex gap-3 text-ink-2">
        <Clock className="size-5 mt-0.5" />
        <span>
          It takes about 10 minutes for a person and 15 for a company. You can stop at any time: your answers
          and files are saved. Identity checks take 24 to 48 hours. Marketplace access is typically granted in
          under 72&nbsp;hours.
        </span>
      </p>
      <p className="mt-4 flex gap-3 text-ink-2">
        <ShieldCheck className="size-5 mt-0.5" />
        <span>
          We use your details and documents to check who you are, as identity rules require. They are stored
          encrypted, and only the people who review your application can open them. Read the{' '}
          <Link to="/privacy" target="_blank" rel="noreferrer">
            privacy policy
          </Link>
          .
        </span>
      </p>
    </Page>
  )
}
