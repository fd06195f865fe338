import { Link } from '@tanstack/react-router'
import { STATEMENT_MONTHS } from '#contract/certifications/investor-rules.ts'
import { NET_ASSETS_DEFINITION } from '#contract/certifications/investor-warning.ts'
import { useCompany } from '#web/lib/company.ts'
import { HelpSection } from '#web/ui/onboarding-shell.tsx'
import { useCertification } from './certification-context.ts'

/** What stands beside a step of the certification. */
export function StepHelp() {
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
          <HelpSection title="What we kept">
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
    <HelpSection title="Something is wrong?">
      <p>
        You can renew it at any time. For anything else,{' '}
        <a href={`mailto:${supportEmail}`}>contact support</a>.
      </p>
    </HelpSection>
  )
}
