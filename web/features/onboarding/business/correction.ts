import type { ItemKey } from '#contract/verification/cases.ts'
import { canAddOwner, canAddRepresentative } from '#domain/business/returned-business.ts'
import { asksForDocument } from '#domain/cases/additional-document.ts'
import { decidedItems } from '#web/shared/onboarding/returned-item.ts'
import type { CorrectionItem } from '../journey/correction.ts'

/** Whether a part that a returned company did not have may be added to it. */
export function mayAdd(item: ItemKey, items: readonly CorrectionItem[]): boolean {
  if (item.startsWith('owner:')) return canAddOwner(decidedItems(items))
  if (item.startsWith('representative:')) return canAddRepresentative(decidedItems(items))
  return item === 'other' && asksForPaper(items)
}

/** Whether one of these items was returned for want of a paper. */
export function asksForPaper(items: readonly CorrectionItem[]): boolean {
  return asksForDocument(decidedItems(items))
}
