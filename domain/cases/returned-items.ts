import { isDocumentSlot } from '#contract/documents/documents.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import type { Case, CaseItem } from './case.ts'

/** An item that a reviewer sent back, and whether its applicant has dealt with it since. */
export interface ReturnedItem {
  key: ItemKey
  isFixed: boolean
}

/**
 * What a returned case asks for, and which of it is fixed: a document when another file is in its place, data when what
 * would be handed in now differs from what was. `given` knows the fingerprint of data as it is now; null where it is
 * unknown. Empty for a case in any other state.
 */
export function returnedItemsOf(
  current: Pick<Case, 'state' | 'items'>,
  given: (key: ItemKey) => string | null,
): ReturnedItem[] {
  if (current.state !== 'needs_resubmission') return []
  return current.items
    .filter(({ decision }) => decision === 'retry')
    .map((item) => ({
      key: item.key,
      isFixed: isDocumentSlot(item.key) ? isReplaced(item) : isChanged(item, given(item.key)),
    }))
}

function isReplaced({ evidence, refused }: CaseItem): boolean {
  return evidence !== null && !refused.includes(evidence)
}

function isChanged({ evidence }: CaseItem, now: string | null): boolean {
  return now !== null && now !== evidence
}
