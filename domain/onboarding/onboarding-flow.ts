import type { UserType } from '#contract/account/user-types.ts'
import type { ConsumerSlot, DocType, DocumentSlot } from '#contract/documents/documents.ts'
import {
  CONSUMER_FIELD_NAMES,
  type ConsumerFieldName,
  consumerField,
  isOptionalField,
} from '#contract/onboarding/consumer-fields.ts'
import {
  CONSUMER_RAIL,
  CONSUMER_STEPS,
  type ConsumerStep,
  STEP_NUMBERS,
} from '#contract/onboarding/onboarding-steps.ts'
import { isIdSide, missingSlots, requiredSlots } from '#domain/cases/document-requirements.ts'
import { stepFlow } from './step-flow.ts'
import { needsSelfCertification } from './user-type.ts'

/** A consumer's answers so far; absent fields count as empty. */
export interface ConsumerProgress {
  riskAccepted: boolean
  fields: Partial<Record<ConsumerFieldName, string>>
  docType: DocType | null
  /** The slots that hold a file. */
  files: readonly DocumentSlot[]
  userType: UserType | null
}

/**
 * Nine screens under eight entries, seven of which are on the way; Back leads from 7 to 6 and from the review to
 * 7.
 */
export const consumerFlow = stepFlow<ConsumerStep, ConsumerProgress>({
  steps: CONSUMER_STEPS,
  rail: CONSUMER_RAIL,
  aside: ['start', 'what-you-need'],
  numbers: STEP_NUMBERS,
  named: ['user-type'],
  isComplete: hasWhatItAsks,
})

/** Whether choosing a type advances automatically: never for trade and invest (onboarding §4.1). */
export function autoAdvances(type: UserType): boolean {
  return !needsSelfCertification(type)
}

/**
 * Returns the required fields that are still empty, with their labels, in the order of the form (onboarding §5.9).
 */
export function missingRequiredFields(
  fields: Partial<Record<ConsumerFieldName, string | null>>,
): { field: ConsumerFieldName; label: string }[] {
  return CONSUMER_FIELD_NAMES.filter((field) => !isOptionalField(field) && !fields[field]?.trim()).map(
    (field) => ({ field, label: consumerField(field).label }),
  )
}

/** Returns everything the review is still missing: the steps to go to, and the slots without a file. */
export function missingForReview(answers: ConsumerProgress): {
  steps: ConsumerStep[]
  slots: ConsumerSlot[]
} {
  return {
    steps: consumerFlow.incompleteSteps(answers),
    slots: missingSlots(
      answers.docType,
      answers.files.map((slot) => ({ slot })),
    ),
  }
}

/**
 * Whether a step has everything it asks for. Start and "what you will need" ask for nothing; review is never
 * complete.
 */
function hasWhatItAsks(step: ConsumerStep, answers: ConsumerProgress): boolean {
  const holds = (slot: ConsumerSlot) => answers.files.includes(slot)
  switch (step) {
    case 'start':
      return hasStarted(answers)
    case 'risk-disclosure':
      return answers.riskAccepted
    case 'what-you-need':
      return hasDetails(answers)
    case 'personal-details':
      return missingRequiredFields(answers.fields).length === 0
    case 'id-document':
      return (
        answers.docType !== null &&
        requiredSlots(answers.docType).every((slot) => !isIdSide(slot) || holds(slot))
      )
    case 'selfie':
      return holds('selfie')
    case 'proof-of-address':
      return holds('proof-of-address')
    case 'user-type':
      return answers.userType !== null
    case 'review':
      return false
    default:
      return step satisfies never
  }
}

function hasDetails(answers: ConsumerProgress): boolean {
  // The email comes from signing in, so it does not show that anyone has started to answer.
  const { email: _, ...fields } = answers.fields
  return (
    Object.values(fields).some((text) => text.trim()) || answers.docType !== null || answers.files.length > 0
  )
}

function hasStarted(answers: ConsumerProgress): boolean {
  return answers.riskAccepted || answers.userType !== null || hasDetails(answers)
}
