import { SLOT_LABELS } from '#contract/documents/documents.ts'
import { CONSUMER_PARTS } from '#contract/onboarding/consumer-fields.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findBusiness, partLabels } from './business-profiles.ts'
import type { StoredCase } from './cases.ts'

/** Labels of a case's items; those of a company include the person's name ("Beneficial owner: Ada Lovelace"). */
export async function itemLabels(
  db: Db,
  { userId, current }: StoredCase,
): Promise<(item: ItemKey) => string> {
  const parts = partLabels(current.kind === 'business' ? await findBusiness(db, userId) : undefined)
  return (item) => parts.get(item) ?? fixedLabel(item)
}

const FIXED: Partial<Record<ItemKey, string>> = { ...SLOT_LABELS, ...CONSUMER_PARTS }

/** The label of an item that every case has alike, such as a document. */
export function fixedLabel(item: ItemKey): string {
  return FIXED[item] ?? item
}
