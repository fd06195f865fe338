import { useJourney } from '../journey/journey.ts'
import { StepActions, StepFrame } from '../journey/step-frame.tsx'
import { SlotUpload } from '../steps/slot-upload.tsx'

/** Step 6: a recent document with name and address (onboarding §5). */
export function ProofOfAddressStep() {
  const { goOn, files } = useJourney()
  const isThere = files.includes('proof-of-address')
  return (
    <StepFrame
      title="Proof of Address"
      intro="Upload a document that shows your name and your home address. It must be dated within 3 months."
    >
      <SlotUpload
        slot="proof-of-address"
        level={2}
        description="Utility bill or bank statement dated within 3 months"
      />
      <StepActions
        onContinue={goOn}
        waitingFor={isThere ? null : 'Waiting for your proof of address to upload'}
      />
    </StepFrame>
  )
}
