import { type DocumentSlot, documentType, isDocumentSlot } from '#contract/documents/documents.ts'
import { isConsumerPart } from '#contract/onboarding/consumer-fields.ts'
import { CONSUMER_STEPS, type ConsumerStep } from '#contract/onboarding/onboarding-steps.ts'
import type { ItemKey } from '#contract/verification/cases.ts'

/** The screen on which an item is corrected. */
export function stepOfItem(item: ItemKey): ConsumerStep {
  if (isConsumerPart(item)) return 'personal-details'
  return isDocumentSlot(item) ? stepOfSlot(item) : 'review'
}

/** The screen on which a document is given. */
export function stepOfSlot(slot: DocumentSlot): ConsumerStep {
  return CONSUMER_STEPS.find((step) => step === documentType(slot).step) ?? 'review'
}
