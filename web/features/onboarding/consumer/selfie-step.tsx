import { DOCUMENTS } from '#contract/documents/documents.ts'
import { useJourney } from '../journey/journey.ts'
import { StepActions, StepFrame } from '../journey/step-frame.tsx'
import { SlotUpload } from '../steps/slot-upload.tsx'

/** Step 5: a picture of the person; phones open the camera for it. */
export function SelfieStep() {
  const { goOn, files } = useJourney()
  return (
    <StepFrame title="Selfie" intro="Take a photo of yourself. We compare it with your ID photo.">
      <SlotUpload slot="selfie" label="Selfie" level={2} description={DOCUMENTS.selfie.asked} />
      <StepActions
        onContinue={goOn}
        waitingFor={files.includes('selfie') ? null : 'Waiting for your selfie to upload'}
      />
    </StepFrame>
  )
}
