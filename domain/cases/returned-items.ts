import { isDocumentSlot } from '#contract/documents/documents.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { isAnsweredByDocument } from './additional-document.ts'
import type { Case, CaseItem } from './case.ts'
import { type ChosenId, isNotNeeded, withChosenId } from './chosen-id.ts'

/** A returned item, and whether its applicant has fixed it since. */
export interface ReturnedItem {
  key: ItemKey
  isFixed: boolean
}

/**
 * Returns what a returned case asks for, and what is fixed: a document once another file is in its slot, or the chosen
 * kind of ID has no such side, data once it differs from what was submitted, or is gone, as an owner who was removed, or
 * once the company has given the document that was asked for to prove it.
 * `given` returns the current fingerprint of data: null if it is gone, undefined if unknown; `id` is null for a company.
 * Empty for a case in any other state.
 */
export function returnedItemsOf(
  current: Pick<Case, 'state' | 'items'>,
  given: (key: ItemKey) => string | null | undefined,
  id: ChosenId | null,
): ReturnedItem[] {
  if (current.state !== 'needs_resubmission') return []
  return (id ? withChosenId(current, id) : current).items
    .filter(({ decision }) => decision === 'retry')
    .map((item) => ({
      key: item.key,
      isFixed: isDocumentSlot(item.key)
        ? isReplaced(item) || (id !== null && isNotNeeded(item.key, id))
        : isChanged(item, given(item.key)) || isAnsweredByDocument(item, current.items),
    }))
}

function isReplaced({ evidence, refused }: CaseItem): boolean {
  return evidence !== null && !refused.includes(evidence)
}

function isChanged({ evidence }: CaseItem, now: string | null | undefined): boolean {
  return now !== undefined && now !== evidence
}
