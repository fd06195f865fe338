import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Building2 from 'lucide-react/icons/building-2'
import Clock from 'lucide-react/icons/clock'
import ShieldCheck from 'lucide-react/icons/shield-check'
import UserRound from 'lucide-react/icons/user-round'
import { COMPANY } from '#contract/company.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import type { CaseStanding } from '#contract/verification/standing.ts'
import { correctionPath } from '#domain/cases/case-notice-text.ts'
import { hasEnded, START_AGAIN } from '#domain/standing/next-step.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/lib/session.ts'
import { WaitingApplication } from '#web/shared/onboarding/waiting-application.tsx'
import { sentencesOf } from '#web/shared/verification/own-case.ts'
import { TaskLink } from '#web/shared/verification/step-link.tsx'
import { statusQuery } from '#web/shared/verification/use-verification.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { ChoiceCard, ChoiceCards } from '#web/ui/choice-card.tsx'
import { Page } from '#web/ui/page.tsx'

/** `/onboarding`: which type of account to create, what follows and what to have ready (onboarding §2.1). */
export function AccountTypePage() {
  usePageTitle('Choose an account type')
  const user = useUser()
  const { data } = useQuery({ ...statusQuery, enabled: user != null })
  const standings = data ? [data.standing.consumer, data.standing.business] : []
  return (
    <Page width="narrow">
      <h1 tabIndex={-1}>Welcome to {COMPANY.name}</h1>
      <p className="mt-2.5 text-lead text-ink-2">Which type of account would you like to create?</p>
      <WaitingApplication className="mt-6" />
      {standings.filter(wasSent).map((standing) => (
        <SentApplication key={standing.kind} standing={standing} />
      ))}
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
          action={<ChooseButton kind="consumer" standing={data?.standing.consumer} />}
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
          action={<ChooseButton kind="business" standing={data?.standing.business} />}
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
          encrypted, and only those of our team who need it for their work can open them. Read the{' '}
          <Link to="/privacy" target="_blank" rel="noreferrer">
            privacy policy
          </Link>
          .
        </span>
      </p>
    </Page>
  )
}

const ACCOUNTS = {
  consumer: { path: '/onboarding/consumer', name: 'Consumer Account', owner: 'Your application' },
  business: { path: '/onboarding/business', name: 'Business Account', owner: 'Your company’s application' },
} as const

/** Whether nothing can be chosen any more, because the application was sent before. */
function wasSent({ state }: CaseStanding): boolean {
  return state !== null && state !== 'draft'
}

/** Says that there is an application already, and leads to it. */
function SentApplication({ standing }: { standing: CaseStanding }) {
  const { action, href } = applicationPlace(standing)
  return (
    <Banner
      kind="info"
      title={`${ACCOUNTS[standing.kind].owner}: ${standing.application.label}`}
      className="mt-6"
    >
      {sentencesOf(standing)}{' '}
      <TaskLink href={href} className="link">
        {action}
      </TaskLink>
    </Banner>
  )
}

function ChooseButton({ kind, standing }: { kind: CaseKind; standing: CaseStanding | undefined }) {
  const { path, name } = ACCOUNTS[kind]
  if (standing && wasSent(standing)) {
    const { action, href } = applicationPlace(standing)
    return (
      <TaskLink className={buttonClass('secondary', 'lg', true)} href={href}>
        {action}
      </TaskLink>
    )
  }
  return (
    <Link className={buttonClass('primary', 'lg', true)} to={path}>
      {standing?.state === 'draft' ? 'Continue' : 'Select'} {name}
    </Link>
  )
}

/**
 * Returns the button of an application that was sent before, and where it leads: to what is left to do, or to
 * where it stands.
 */
function applicationPlace({ kind, state }: Pick<CaseStanding, 'kind' | 'state'>): {
  action: string
  href: string
} {
  if (state === 'needs_resubmission')
    return { action: 'Correct and submit again', href: correctionPath(kind) }
  if (hasEnded(state)) return { action: START_AGAIN.action, href: correctionPath(kind) }
  if (state === 'reverification_due') return { action: 'Confirm your details', href: '/verification/confirm' }
  return { action: 'See your verification', href: '/verification' }
}
