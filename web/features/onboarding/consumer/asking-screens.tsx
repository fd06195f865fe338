import {
  DOCUMENTS,
  type DocumentSlot,
  documentType,
  SLOT_LABELS,
  slotsOf,
} from '#contract/documents/documents.ts'
import type { ConsumerStep } from '#contract/onboarding/onboarding-steps.ts'
import { isOptionalSlot } from '#domain/cases/document-requirements.ts'
import { useJourney } from '#web/features/onboarding/journey/journey.ts'
import { StepActions, StepFrame } from '#web/features/onboarding/journey/step-frame.tsx'
import { SlotUpload } from '#web/features/onboarding/steps/slot-upload.tsx'
import { FaceComparisonCard } from '#web/shared/documents/face-comparison.tsx'
import { useMissingFile } from '../steps/missing-file.ts'
import { UserTypeStep } from '../steps/user-type-step.tsx'
import { IdDocumentStep } from './id-document-step.tsx'
import { PersonalDetailsStep } from './personal-details-step.tsx'
import { ReviewStep } from './review-step.tsx'

export { checkDetails } from './personal-details.ts'

const SLOTS = slotsOf('consumer').filter((slot) => documentType(slot).step === 'proof-of-address')

/** The screens with questions, and the last one, which shows the answers. */
export function AskingScreen({ step }: { step: AskingStep }) {
  switch (step) {
    case 'personal-details':
      return <PersonalDetailsStep />
    case 'id-document':
      return <IdDocumentStep />
    case 'selfie':
      return <SelfieStep />
    case 'proof-of-address':
      return <ProofOfAddressStep />
    case 'user-type':
      return <UserTypeStep />
    case 'review':
      return <ReviewStep />
    default:
      return step satisfies never
  }
}

type AskingStep = Exclude<ConsumerStep, 'start' | 'risk-disclosure' | 'what-you-need'>

/** Step 5: a picture of the person, for which phones open the camera. */
function SelfieStep() {
  const { goOn } = useJourney()
  const missing = useMissingFile(['selfie'])
  return (
    <StepFrame title="Selfie" intro="Take a photo of yourself. We compare it with your ID photo.">
      <SlotUpload slot="selfie" label="Selfie" level={2} description={DOCUMENTS.selfie.asked} />
      <FaceComparisonCard level={2} />
      <StepActions onContinue={goOn} waitingFor={missing} />
    </StepFrame>
  )
}

/** Step 6: a recent document with name and address (onboarding §5.3). */
function ProofOfAddressStep() {
  const { goOn, document, correction } = useJourney()
  // During correction, optional documents are shown only if they were given or may be added now.
  const isShown = (slot: DocumentSlot) =>
    !isOptionalSlot(slot) || !correction || correction.isEditable(slot) || document(slot) !== null
  const missing = useMissingFile(['proof-of-address'])
  return (
    <StepFrame
      title="Proof of Address"
      intro="Upload a document that shows your name and your home address. It must be dated within 3 months."
    >
      <div className="grid gap-4">
        {SLOTS.filter(isShown).map((slot) => (
          <SlotUpload
            key={slot}
            slot={slot}
            level={2}
            label={isOptionalSlot(slot) ? `${SLOT_LABELS[slot]} (optional)` : undefined}
            description={documentType(slot).asked ?? ''}
          />
        ))}
      </div>
      <StepActions onContinue={goOn} waitingFor={missing} />
    </StepFrame>
  )
}
