import type { ReactNode } from 'react'
import type { BusinessStep } from '#contract/onboarding/business-steps.ts'
import { acceptedFiles } from '#web/shared/documents/accepted-files.ts'
import { HelpSection } from '#web/ui/onboarding-shell.tsx'
import { HowLong, PrivacyPolicy, RiskHelp, UserTypeHelp, WhatHappensNext } from '../steps/shared-help.tsx'

/** The help next to a step: why it is asked, how long it takes (design §1.1). */
export function StepHelp({ step }: { step: BusinessStep }): ReactNode {
  switch (step) {
    case 'start':
      return (
        <>
          <HelpSection title="Why we ask">
            <p>UK rules require us to know which companies are our customers, and who is behind them.</p>
          </HelpSection>
          <HowLong />
        </>
      )
    case 'risk-disclosure':
      return <RiskHelp />
    case 'company':
      return (
        <>
          <HelpSection title="Why we ask">
            <p>We compare these details with the company register.</p>
          </HelpSection>
          <HelpSection title="Where to find the numbers">
            <p>The company number is on the certificate of incorporation and in the register.</p>
            <p>In the UK, a UTR has 10 digits and is on letters from HMRC. A VAT number has 9.</p>
          </HelpSection>
          <HelpSection title="Accepted files">
            <p>{acceptedFiles('other')}.</p>
          </HelpSection>
        </>
      )
    case 'settlement':
      return (
        <>
          <HelpSection title="Why we ask">
            <p>We check that these accounts are in the name of the company.</p>
          </HelpSection>
          <HelpSection title="How it is used">
            <p>
              We use it to settle what the company buys and sells. Read the <PrivacyPolicy />.
            </p>
          </HelpSection>
        </>
      )
    case 'owners':
      return (
        <>
          <HelpSection title="Why we ask">
            <p>UK rules require us to know the people who own or control a company.</p>
          </HelpSection>
          <HelpSection title="Who counts">
            <p>A person with 25% or more of the shares or votes, also through another company.</p>
            <p>You don’t need to list owners under 25%, so the total may be less than 100%.</p>
            <p>A share held through others counts for each of its holders, so the total may be more.</p>
          </HelpSection>
        </>
      )
    case 'representatives':
      return (
        <>
          <HelpSection title="Why we ask">
            <p>We must know who may act for the company, and on what authority.</p>
          </HelpSection>
          <HelpSection title="Acting jointly">
            <p>If two people can only act together, add both.</p>
          </HelpSection>
        </>
      )
    case 'user-type':
      return <UserTypeHelp />
    case 'review':
      return (
        <>
          <WhatHappensNext reviewed="the application" />
          <HelpSection title="After you submit">
            <p>If we need anything else, we’ll tell you what. You only redo that part.</p>
          </HelpSection>
        </>
      )
    default:
      return step satisfies never
  }
}
