import type { ItemKey } from '#contract/cases.ts'
import { asksForDocument } from '#domain/additional-document.ts'
import { canAddOwner, canAddRepresentative } from '#domain/returned-business.ts'
import type { ApplicantItem } from '../journey/mending.ts'

/** Whether a part that a returned company did not have may be added to it. */
export function mayAdd(item: ItemKey, items: readonly ApplicantItem[]): boolean {
  const words = items.map(({ item: key, decision, reasons }) => ({
    key,
    decision,
    reasons: reasons.map(({ code }) => code),
  }))
  if (item.startsWith('owner:')) return canAddOwner(words)
  if (item.startsWith('representative:')) return canAddRepresentative(words)
  return item === 'other' && asksForDocument(words)
}
