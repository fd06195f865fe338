import type { FixedItemKey, ItemKey } from '#contract/cases.ts'
import type { ConsumerStep } from '#contract/onboarding-steps.ts'

const STEP_OF_ITEM: Readonly<Partial<Record<FixedItemKey, ConsumerStep>>> = {
  name: 'personal-details',
  birth_date: 'personal-details',
  address: 'personal-details',
  'id-front': 'id-document',
  'id-back': 'id-document',
  selfie: 'selfie',
  'proof-of-address': 'proof-of-address',
}

/** The screen on which an item is corrected. */
export function stepOfItem(item: ItemKey): ConsumerStep {
  return (STEP_OF_ITEM as Partial<Record<ItemKey, ConsumerStep>>)[item] ?? 'review'
}
