import type { BusinessStep } from '#contract/onboarding/business-steps.ts'
import { useJourney } from '../journey/journey.ts'
import { SlotUpload } from '../steps/slot-upload.tsx'
import { asksForPaper } from './correction.ts'

/** One more document about the company, which may be left out (onboarding §3, Business form). */
export function AdditionalDocument() {
  return (
    <div className="mt-10">
      <SlotUpload
        slot="other"
        level={2}
        label="Additional Document (optional)"
        description="Anything that helps us check the company, for example its certificate of incorporation"
      />
    </div>
  )
}

/** The same where something on this screen was returned that asks for a paper. */
export function AskedDocument({ step }: { step: BusinessStep }) {
  const { correction } = useJourney()
  if (!correction?.items.some((item) => correction.stepOf(item.item) === step && asksForPaper([item])))
    return null
  return (
    <div className="mt-10">
      <SlotUpload
        slot="other"
        level={2}
        label="Additional Document"
        description="If a document proves the correction, upload it here"
      />
    </div>
  )
}
