import { type DocumentSlot, documentType, SLOT_LABELS, slotsOf } from '#contract/documents/documents.ts'
import { isOptionalSlot } from '#domain/cases/document-requirements.ts'
import { useJourney } from '../journey/journey.ts'
import { StepActions, StepFrame } from '../journey/step-frame.tsx'
import { SlotUpload } from '../steps/slot-upload.tsx'

const SLOTS = slotsOf('consumer').filter((slot) => documentType(slot).step === 'proof-of-address')

/** Step 6: a recent document with name and address (onboarding §5). */
export function ProofOfAddressStep() {
  const { goOn, files, document, correction } = useJourney()
  // While a case is corrected, what may be left out is there only where it was given or may be given now.
  const isShown = (slot: DocumentSlot) =>
    !isOptionalSlot(slot) || !correction || correction.isEditable(slot) || document(slot) !== null
  const isThere = files.includes('proof-of-address')
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
      <StepActions
        onContinue={goOn}
        waitingFor={isThere ? null : 'Waiting for your proof of address to upload'}
      />
    </StepFrame>
  )
}
