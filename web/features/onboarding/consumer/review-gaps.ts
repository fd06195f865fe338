import {
  type DocumentSlot,
  documentType,
  isDocumentSlot,
  SLOT_LABELS,
} from '#contract/documents/documents.ts'
import { CONSUMER_FIELDS, isConsumerPart } from '#contract/onboarding/consumer-fields.ts'
import { CONSUMER_RAIL, CONSUMER_STEPS, type ConsumerStep } from '#contract/onboarding/onboarding-steps.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import {
  type ConsumerProgress,
  missingForReview,
  missingRequiredFields,
} from '#domain/onboarding/onboarding-flow.ts'
import type { Gap } from '../journey/review-problems.tsx'

/** The screen on which an item is corrected. */
export function stepOfItem(item: ItemKey): ConsumerStep {
  if (isConsumerPart(item)) return 'personal-details'
  return isDocumentSlot(item) ? stepOfSlot(item) : 'review'
}

/** The screen on which a document is uploaded. */
function stepOfSlot(slot: DocumentSlot): ConsumerStep {
  return CONSUMER_STEPS.find((step) => step === documentType(slot).step) ?? 'review'
}

const STEP_OF_FIELD: Readonly<Record<string, ConsumerStep>> = {
  docType: 'id-document',
  userType: 'user-type',
  riskDisclosureAccepted: 'risk-disclosure',
}

/** Everything still missing, in the order of the journey (onboarding §5.9). */
export function reviewGaps(answers: ConsumerProgress): Gap[] {
  const { steps, slots } = missingForReview(answers)
  const gaps: Gap[] = []
  if (steps.includes('risk-disclosure')) gaps.push(gapOfStep('risk-disclosure'))
  for (const { field, label } of missingRequiredFields(answers.fields)) {
    gaps.push({ key: field, label, step: 'personal-details' })
  }
  if (!answers.docType) gaps.push({ key: 'docType', label: 'Document type', step: 'id-document' })
  for (const slot of slots) gaps.push({ key: slot, label: SLOT_LABELS[slot], step: stepOfField(slot) })
  if (steps.includes('user-type')) gaps.push(gapOfStep('user-type'))
  return gaps
}

/** The step of a submission's field; the review for its own fields. */
export function stepOfField(field: string): ConsumerStep {
  if (isDocumentSlot(field)) return stepOfSlot(field)
  return field in CONSUMER_FIELDS ? 'personal-details' : (STEP_OF_FIELD[field] ?? 'review')
}

function gapOfStep(step: ConsumerStep): Gap {
  const label = CONSUMER_RAIL.find((entry) => entry.steps.includes(step))?.label ?? step
  return { key: step, label, step }
}
