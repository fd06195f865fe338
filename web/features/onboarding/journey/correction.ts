import type { z } from 'zod'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import type {
  ApplicantItem as ApplicantItemSchema,
  getConsumerCase,
} from '#contract/onboarding/onboarding.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import type { JourneyStep } from './journey-step.ts'

export type CorrectionItem = z.infer<typeof ApplicantItemSchema>
export type ReturnedCase = NonNullable<z.infer<typeof getConsumerCase.answer>['case']>

/** A returned case: what to correct, and what is accepted (cases, A returned case). */
export interface Correction {
  own: ReturnedCase
  /** The returned items, with their reasons. */
  items: readonly CorrectionItem[]
  isEditable: (item: ItemKey) => boolean
  /** Whether an item was accepted as it is; an optional one may still be replaced together with its group. */
  isAccepted: (item: ItemKey) => boolean
  /** Whether an item was accepted and can't be changed. */
  isFinal: (item: ItemKey) => boolean
  find: (item: ItemKey) => CorrectionItem | null
  /** Whether the file in this slot was refused, so that another is needed. */
  mustReplace: (slot: DocumentSlot) => boolean
  /** The screen on which an item is corrected. */
  stepOf: (item: ItemKey) => JourneyStep
}

/** Returns the view of a returned case, or null for any other. */
export function correctionOf(
  own: ReturnedCase | null,
  {
    stepOfItem,
    mayAdd,
  }: {
    stepOfItem: (item: ItemKey) => JourneyStep
    mayAdd: (item: ItemKey, items: readonly CorrectionItem[]) => boolean
  },
): Correction | null {
  if (own?.state !== 'needs_resubmission') return null
  const find = (key: ItemKey) => own.items.find(({ item }) => item === key) ?? null
  const isEditable = (key: ItemKey) => find(key)?.editable ?? mayAdd(key, own.items)
  return {
    own,
    items: own.items.filter((item) => item.decision === 'retry'),
    find: (key) => {
      const item = find(key)
      return item?.decision === 'retry' ? item : null
    },
    isEditable,
    isAccepted: (key) => find(key)?.decision === 'accepted',
    isFinal: (key) => !isEditable(key),
    mustReplace: (slot) => find(slot)?.decision === 'retry' && find(slot)?.fixed === false,
    stepOf: stepOfItem,
  }
}

/** Whether it still matters what is read from a document: it is neither accepted nor to be replaced. */
export function isReadingShown(correction: Correction | null, slot: DocumentSlot): boolean {
  if (!correction) return true
  return correction.isEditable(slot) && !correction.isAccepted(slot) && !correction.mustReplace(slot)
}

/** Returns the next of these screens after one with something left to correct, or null when there is none. */
export function nextStepToCorrect<Step extends JourneyStep>(
  steps: readonly Step[],
  step: Step,
  { items, stepOf }: Correction,
): Step | null {
  const later = steps.slice(steps.indexOf(step) + 1)
  return later.find((step) => items.some(({ item, fixed }) => !fixed && stepOf(item) === step)) ?? null
}
