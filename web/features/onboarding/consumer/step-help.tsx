import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { ConsumerStep } from '#contract/onboarding/onboarding-steps.ts'
import { acceptedFiles } from '#web/shared/documents/accepted-files.ts'
import { HelpSection } from '#web/ui/onboarding-shell.tsx'
import { HowLong, PrivacyPolicy, RiskHelp, UserTypeHelp, WhatHappensNext } from '../steps/shared-help.tsx'
import type { FormValues } from './form-values.ts'

function AcceptedFiles({ slot }: { slot: DocumentSlot }) {
  return (
    <HelpSection title="Accepted files">
      <p>{acceptedFiles(slot)}.</p>
    </HelpSection>
  )
}

/** Offers the button once the kind of document is chosen, except on a phone. */
function OnAComputer() {
  const docType = useWatch<FormValues>({ name: 'docType' })
  if (!docType) return null
  return (
    <HelpSection title="On a computer?" className="pointer-coarse:hidden">
      <p>Press “Take it with your phone” and scan the code. The photos appear here.</p>
    </HelpSection>
  )
}

/** The help next to a step: why it is asked, how long it takes (design §1.1). */
export function StepHelp({ step }: { step: ConsumerStep }): ReactNode {
  switch (step) {
    case 'start':
    case 'what-you-need':
      return (
        <>
          <HelpSection title="Why we ask">
            <p>UK rules require us to know who our customers are.</p>
          </HelpSection>
          <HowLong />
        </>
      )
    case 'risk-disclosure':
      return (
        <>
          <HelpSection title="Have these ready">
            <p>
              A passport, driving licence or residence permit, a device with a camera, and a proof of address
              dated within 3 months.
            </p>
          </HelpSection>
          <RiskHelp />
        </>
      )
    case 'personal-details':
      return (
        <>
          <HelpSection title="Why we ask">
            <p>
              UK rules require us to know who our customers are. We compare these details with your ID
              document and proof of address.
            </p>
          </HelpSection>
          <HelpSection title="Your information">
            <p>
              We use it to verify your identity. Read the <PrivacyPolicy />.
            </p>
          </HelpSection>
        </>
      )
    case 'id-document':
      return (
        <>
          <AcceptedFiles slot="id-front" />
          <OnAComputer />
          <HelpSection title="How it is used">
            <p>
              We use your document to check your identity. Read the <PrivacyPolicy />.
            </p>
          </HelpSection>
        </>
      )
    case 'selfie':
      return (
        <>
          <AcceptedFiles slot="selfie" />
          <HelpSection title="A good selfie">
            <p>Face the camera in even light, with nothing covering your face.</p>
          </HelpSection>
          <HelpSection title="How it is used">
            <p>Someone on our team compares it with your ID photo and decides.</p>
          </HelpSection>
        </>
      )
    case 'proof-of-address':
      return (
        <>
          <AcceptedFiles slot="proof-of-address" />
          <HelpSection title="What we accept">
            <p>A utility bill or a bank statement. Your name, your address and the date must be readable.</p>
          </HelpSection>
          <HelpSection title="Why we ask">
            <p>We compare it with the address you entered.</p>
          </HelpSection>
        </>
      )
    case 'user-type':
      return <UserTypeHelp />
    case 'review':
      return (
        <>
          <WhatHappensNext reviewed="your documents" />
          <HelpSection title="After you submit">
            <p>If we need a clearer photo, we’ll tell you which one. You only redo that part.</p>
          </HelpSection>
        </>
      )
    default:
      return step satisfies never
  }
}
