import type { z } from 'zod'
import type { FixedItemKey, ItemKey } from '#contract/cases.ts'
import type { DocumentSlot } from '#contract/documents.ts'
import type { ApplicantItem as ApplicantItemSchema, getConsumerCase } from '#contract/onboarding.ts'
import { CONSUMER_STEPS, type ConsumerStep } from '#contract/onboarding-steps.ts'
import type { StoredDocument } from '#contract/uploads.ts'

export type ApplicantItem = z.infer<typeof ApplicantItemSchema>
export type OwnCase = NonNullable<z.infer<typeof getConsumerCase.answer>['case']>

/** A returned case: what is to be mended, and what is settled (cases.md, Deciding). */
export interface Mending {
  /** The items that came back, with their reasons. */
  items: readonly ApplicantItem[]
  isEditable: (item: ItemKey) => boolean
  find: (item: ItemKey) => ApplicantItem | null
  /** Whether the file in this slot is the one that was refused, so that another is needed. */
  mustReplace: (slot: DocumentSlot, stored: StoredDocument | null) => boolean
}

const STEP_OF_ITEM: Readonly<Partial<Record<FixedItemKey, ConsumerStep>>> = {
  name: 'personal-details',
  birth_date: 'personal-details',
  address: 'personal-details',
  'id-front': 'id-document',
  'id-back': 'id-document',
  selfie: 'selfie',
  'proof-of-address': 'proof-of-address',
}

/** The view of a returned case, or null for any other. */
export function mendingOf(own: OwnCase | null): Mending | null {
  if (own?.state !== 'needs_resubmission') return null
  const find = (key: ItemKey) => own.items.find(({ item }) => item === key) ?? null
  // A side that was never asked for belongs to its other side: a passport gives way to a licence with two.
  const isEditable = (key: ItemKey) =>
    find(key)?.editable ?? (key === 'id-back' && find('id-front')?.editable === true)
  const since = own.decidedAt ?? own.submittedAt
  return {
    items: own.items.filter((item) => item.editable),
    find: (key) => {
      const item = find(key)
      return item?.decision === 'retry' ? item : null
    },
    isEditable,
    mustReplace: (slot, stored) =>
      find(slot)?.decision === 'retry' && (!stored || since === null || stored.uploadedAt <= since),
  }
}

/** The screen on which an item is mended. */
export function stepOfItem(item: ItemKey): ConsumerStep {
  return (STEP_OF_ITEM as Partial<Record<ItemKey, ConsumerStep>>)[item] ?? 'review'
}

/** The next screen with something to mend, or the review. */
export function nextStepToMend(step: ConsumerStep, mending: Mending): ConsumerStep {
  const later = CONSUMER_STEPS.slice(CONSUMER_STEPS.indexOf(step) + 1)
  return later.find((one) => mending.items.some(({ item }) => stepOfItem(item) === one)) ?? 'review'
}
