import { SLOT_LABELS } from '#contract/documents/documents.ts'
import type { BusinessStep } from '#contract/onboarding/business-steps.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { canAddOwner, canAddRepresentative } from '#domain/business/returned-business.ts'
import { asksForDocument } from '#domain/cases/additional-document.ts'
import type { CorrectionItem } from '#web/features/onboarding/journey/correction.ts'
import { decidedItems } from '#web/shared/onboarding/returned-item.ts'
import { useJourney } from '../journey/journey.ts'
import { SlotUpload } from '../steps/slot-upload.tsx'

/** One more, optional document about the company (onboarding, The additional document). */
export function AdditionalDocument() {
  return (
    <div className="mt-10">
      <SlotUpload
        slot="other"
        level={2}
        label={`${SLOT_LABELS.other} (optional)`}
        description="Anything that helps us check the company, for example its certificate of incorporation"
      />
    </div>
  )
}

/** The same upload, if an item on this screen was returned for a missing document. */
export function AskedDocument({ step }: { step: BusinessStep }) {
  const { correction } = useJourney()
  if (!correction?.items.some((item) => correction.stepOf(item.item) === step && asksForPaper([item])))
    return null
  return (
    <div className="mt-10">
      <SlotUpload
        slot="other"
        level={2}
        description="If a document proves the correction, upload it here. It takes the place of one you gave before, so put all pages into one PDF."
      />
    </div>
  )
}

/** Whether a part that a returned company didn't have may be added. */
export function mayAdd(item: ItemKey, items: readonly CorrectionItem[]): boolean {
  if (item.startsWith('owner:')) return canAddOwner(decidedItems(items))
  if (item.startsWith('representative:')) return canAddRepresentative(decidedItems(items))
  return item === 'other' && asksForPaper(items)
}

/** Whether one of these items was returned because a document is missing. */
function asksForPaper(items: readonly CorrectionItem[]): boolean {
  return asksForDocument(decidedItems(items))
}
