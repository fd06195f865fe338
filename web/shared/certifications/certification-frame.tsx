import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { STATEMENT_MONTHS } from '#contract/certifications/investor-rules.ts'
import { NET_ASSETS_DEFINITION } from '#contract/certifications/investor-warning.ts'
import { useCompany } from '#web/lib/company.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { HelpSection, OnboardingFrame, OnboardingShell } from '#web/ui/onboarding-shell.tsx'
import type { OnboardingStep, StepLinkProps } from '#web/ui/step-list.tsx'
import { StepSkeleton } from '#web/ui/step-skeleton.tsx'
import { useCertification } from './certification-context.ts'
import { CERTIFICATION_STEPS, type CertificationStep, railAt } from './certification-flow.ts'

const TITLE = 'Investor certification'

/** Rail, form and side help on a page of its own; a card inside another page. */
export function CertificationFrame({ children }: { children: ReactNode }) {
  const { isPage, step } = useCertification()
  if (isPage) {
    return (
      <>
        <StepTitle step={step} />
        <OnboardingShell title={TITLE} steps={railSteps(step)} help={<StepHelp />}>
          {children}
        </OnboardingShell>
      </>
    )
  }
  return (
    <Card padded className="mt-8" aria-label={TITLE} data-steps-inside>
      {children}
      <div className="mt-8 border-t border-line pt-6 text-sm text-ink-2">
        <StepHelp />
      </div>
    </Card>
  )
}

/** Shown while the data for the statement loads. */
export function CertificationSkeleton({ isPage }: { isPage: boolean }) {
  return (
    <Outside isPage={isPage}>
      <StepSkeleton label="Loading your certification" />
    </Outside>
  )
}

/** Rules or certifications couldn't be loaded. */
export function CertificationFailure({
  isPage,
  ...state
}: {
  isPage: boolean
  message: string
  retrying: boolean
  onRetry: () => void
}) {
  return (
    <Outside isPage={isPage}>
      {isPage ? <h1 tabIndex={-1}>{TITLE}</h1> : null}
      <section className="mt-6">
        <h2 className="sr-only">Loading your certification</h2>
        <ErrorState card title="Unable to load user data. Please try again later." {...state} />
      </section>
    </Outside>
  )
}

/** The frame around the loading and failure states, before any step. */
function Outside({ isPage, children }: { isPage: boolean; children: ReactNode }) {
  if (!isPage) return <div className="mt-8">{children}</div>
  return (
    <OnboardingFrame>
      <PageTitle title={TITLE} />
      {children}
    </OnboardingFrame>
  )
}

function StepTitle({ step }: { step: CertificationStep }) {
  const label = CERTIFICATION_STEPS.find(({ id }) => id === step)?.label
  return <PageTitle title={`${label} – ${TITLE}`} />
}

function PageTitle({ title }: { title: string }) {
  usePageTitle(title)
  return null
}

/** A signed statement stays signed: from the last step no link leads back. */
function railSteps(step: CertificationStep): OnboardingStep[] {
  return railAt(step).map((entry) => ({
    ...entry,
    ...(step !== 'complete' && {
      link: (link: StepLinkProps) => (
        <Link to="." search={entry.id === 'start' ? {} : { step: entry.id }} {...link} />
      ),
    }),
  }))
}

/** The help next to a certification step. */
function StepHelp() {
  const { step } = useCertification()
  switch (step) {
    case 'start':
      return (
        <>
          <HelpSection title="Why we ask">
            <p>
              High-risk investments aren’t for everyone. Your statement shows why we may offer them to you.
            </p>
          </HelpSection>
          <ChangedYourMind />
        </>
      )
    case 'risk':
      return (
        <>
          <HelpSection title="Take your time">
            <p>
              You can leave and return later. Nothing is certified until you sign the declaration in step 4.
            </p>
          </HelpSection>
          <ChangedYourMind />
        </>
      )
    case 'category':
      return (
        <>
          <HelpSection title="What counts as net assets?">
            <p>{NET_ASSETS_DEFINITION}</p>
          </HelpSection>
          <HelpSection title="Your figures">
            <p>We keep each set of answers you submit, with the time, as part of your statement.</p>
          </HelpSection>
          <HelpSection title="None of these?">
            <p>
              You can’t trade or invest yet. You can <OtherUserType /> instead.
            </p>
          </HelpSection>
        </>
      )
    case 'declaration':
      return (
        <>
          <HelpSection title="What we keep">
            <p>
              The statement as you read it, your first answers and each change, your name and the time of
              signing. No one can change it afterwards; you can download it.
            </p>
          </HelpSection>
          <HelpSection title="How long it lasts">
            <p>For {STATEMENT_MONTHS} months. We email you before it ends.</p>
          </HelpSection>
        </>
      )
    case 'complete':
      return <SomethingWrong />
    default:
      return step satisfies never
  }
}

function ChangedYourMind() {
  return (
    <HelpSection title="Changed your mind?">
      <p>
        You can <OtherUserType />. Buying and retiring credits does not need certification.
      </p>
    </HelpSection>
  )
}

function OtherUserType() {
  return <Link to="/certification/user-type">choose a different user type</Link>
}

function SomethingWrong() {
  const { supportEmail } = useCompany()
  return (
    <HelpSection title="Is something wrong?">
      <p>
        You can renew it at any time. For anything else,{' '}
        <a href={`mailto:${supportEmail}`}>contact support</a>.
      </p>
    </HelpSection>
  )
}
