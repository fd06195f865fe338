import { CheckList } from '#web/ui/choice-card.tsx'
import { useJourney } from '../journey/journey.ts'
import { StepActions, StepFrame } from '../journey/step-frame.tsx'

/** Step 2: what to have at hand before the forms begin. */
export function WhatYouNeedStep() {
  const { goOn } = useJourney()
  return (
    <StepFrame title="What you will need" intro="Have these ready before you continue.">
      <CheckList
        items={[
          'A passport, driving licence or residence permit that has not expired',
          'A device with a camera, for a photo of your document and a selfie',
          'A utility bill or bank statement with your address, dated within 3 months',
        ]}
      />
      <h2 className="h3 mt-9">How long it takes</h2>
      <p className="mt-2 text-ink-2">
        Identity checks take 24 to 48 hours. Marketplace access is typically granted in under 72 hours.
      </p>
      <h2 className="h3 mt-8">How we use your information</h2>
      <p className="mt-2 text-ink-2">
        We use your details and documents to check who you are, as identity rules require. They are stored
        encrypted, and only the people who review your application can open them. Read the{' '}
        <a href="/privacy" target="_blank" rel="noreferrer">
          privacy policy
        </a>
        .
      </p>
      <StepActions onContinue={goOn} />
    </StepFrame>
  )
}
