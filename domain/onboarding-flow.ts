import type { ConsumerSlot, DocType } from '#contract/documents.ts'
import {
  CONSUMER_RAIL,
  CONSUMER_STEPS,
  type ConsumerStep,
  REQUIRED_CONSUMER_FIELDS,
  type RequiredConsumerField,
  STEP_NUMBERS,
} from '#contract/onboarding-steps.ts'
import type { UserType } from '#contract/user-types.ts'
import { missingSlots, requiredSlots } from './document-requirements.ts'
import { needsSelfCertification } from './user-type.ts'

/** What a consumer has answered so far; absent fields count as empty. */
export interface ConsumerAnswers {
  riskAccepted: boolean
  fields: Partial<Record<RequiredConsumerField, string>>
  docType: DocType | null
  /** The slots that hold a file. */
  files: readonly ConsumerSlot[]
  userType: UserType | null
}

export type StepProgress = 'done' | 'current' | 'upcoming'

/** The step after one, or null after review. With `changing`, a Change link of the review leads back there (design §9). */
export function nextStep(step: ConsumerStep, changing = false): ConsumerStep | null {
  if (changing && step !== 'review') return 'review'
  return CONSUMER_STEPS[CONSUMER_STEPS.indexOf(step) + 1] ?? null
}

/** The step Back leads to (from 7 to 6, from review to 7), or null on the first, where Back leaves to `/onboarding`. */
export function previousStep(step: ConsumerStep): ConsumerStep | null {
  return CONSUMER_STEPS[CONSUMER_STEPS.indexOf(step) - 1] ?? null
}

/** Reads the `step` of the URL: a number 0 to 7 or the name of a step (`user-type` is 7); null for anything else. */
export function stepFromParam(value: unknown): ConsumerStep | null {
  const text = typeof value === 'number' ? String(value) : value
  return (
    CONSUMER_STEPS.find((step) => step === text || stepParam(step) === text || numberOf(step) === text) ??
    null
  )
}

/** How a step is written in the URL: its internal number, but `user-type` and `review` by name (decisions §1). */
export function stepParam(step: ConsumerStep): string {
  return step === 'user-type' || step === 'review' ? step : String(STEP_NUMBERS[step])
}

/** Where a step stands in the rail: its label and its number as people see it, 1 to 8. */
export function railPosition(step: ConsumerStep): { label: string; number: number; total: number } {
  const index = CONSUMER_RAIL.findIndex((entry) => entry.steps.includes(step))
  return { label: CONSUMER_RAIL[index]?.label ?? '', number: index + 1, total: CONSUMER_RAIL.length }
}

/** Whether choosing a type moves on by itself: never for trade and invest (onboarding §4, design §9). */
export function autoAdvances(type: UserType): boolean {
  return !needsSelfCertification(type)
}

/** The required fields that are still empty, with the labels people read, in the order of the form (onboarding §5). */
export function missingRequiredFields(
  fields: Partial<Record<RequiredConsumerField, string | null>>,
): { field: RequiredConsumerField; label: string }[] {
  const names = Object.keys(REQUIRED_CONSUMER_FIELDS) as RequiredConsumerField[]
  return names
    .filter((field) => !fields[field]?.trim())
    .map((field) => ({ field, label: REQUIRED_CONSUMER_FIELDS[field] }))
}

/** Whether a step has everything it asks for. Start and "what you will need" ask nothing; review is never complete. */
export function isStepComplete(step: ConsumerStep, answers: ConsumerAnswers): boolean {
  const holds = (slot: ConsumerSlot) => answers.files.includes(slot)
  switch (step) {
    case 'start':
      return hasBegun(answers)
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

/** The step a return visit opens: the first one that lacks something, review when none does (design §9). */
export function firstIncompleteStep(answers: ConsumerAnswers): ConsumerStep {
  return CONSUMER_STEPS.find((step) => !isStepComplete(step, answers)) ?? 'review'
}

/** Everything the review still lacks: the steps to go to, and the slots without a file. */
export function missingForReview(answers: ConsumerAnswers): { steps: ConsumerStep[]; slots: ConsumerSlot[] } {
  return {
    steps: CONSUMER_STEPS.filter((step) => step !== 'review' && !isStepComplete(step, answers)),
    slots: missingSlots(
      answers.docType,
      answers.files.map((slot) => ({ slot })),
    ),
  }
}

/** How each rail entry stands while `current` is open: done ones link back (design §7). */
export function railProgress(
  current: ConsumerStep,
  answers: ConsumerAnswers,
): { label: string; progress: StepProgress }[] {
  return CONSUMER_RAIL.map(({ label, steps }) => {
    if (steps.includes(current)) return { label, progress: 'current' }
    return { label, progress: steps.every((step) => isStepComplete(step, answers)) ? 'done' : 'upcoming' }
  })
}

function numberOf(step: ConsumerStep): string | null {
  return step === 'review' ? null : String(STEP_NUMBERS[step])
}

function isIdSide(slot: ConsumerSlot): boolean {
  return slot === 'id-front' || slot === 'id-back'
}

function hasDetails(answers: ConsumerAnswers): boolean {
  // The email is known from the sign-in, so it does not show that someone has begun to answer.
  const typed = missingRequiredFields({ ...answers.fields, email: 'known' }).length < 5
  return typed || answers.docType !== null || answers.files.length > 0
}

function hasBegun(answers: ConsumerAnswers): boolean {
  return answers.riskAccepted || answers.userType !== null || hasDetails(answers)
}
