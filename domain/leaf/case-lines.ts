import { isDocumentSlot, SLOT_LABELS } from '#contract/documents/documents.ts'
import { BUSINESS_PARTS } from '#contract/onboarding/business-fields.ts'
import { CONSUMER_PARTS } from '#contract/onboarding/consumer-fields.ts'
import { OPEN_STATES } from '#contract/verification/case-states.ts'
import type { CaseState, ItemKey } from '#contract/verification/cases.ts'
import type { LeafState } from '#contract/verification/leaf.ts'
import type { CaseItem } from '#domain/cases/case.ts'
import type { SentOut } from '#domain/cases/item-review.ts'
import { leafState } from './leaf-state.ts'

type MarkedItem = Pick<CaseItem, 'key' | 'decision'> & SentOut

/** Returns the state of each line of a case for staff, in the order of its leaf, without what was given. */
export function caseLines(state: CaseState, items: readonly MarkedItem[]): LeafState[] {
  return items.map((item) => {
    const facts = {
      isGiven: true,
      isOwn: false,
      end: 'open',
      item,
      isFixed: false,
      isDecidedAgain: false,
    } as const
    return leafState(facts, state, 'staff')
  })
}

/** Returns the labels of what the applicant sent again: in a later round, what no earlier decision accepted. */
export function answeredItems(
  { state, round }: { state: CaseState; round: number },
  items: readonly Pick<MarkedItem, 'key' | 'isFinal'>[],
): string[] {
  if (round < 2 || !OPEN_STATES.some((open) => open === state)) return []
  return [...new Set(items.filter(({ isFinal }) => !isFinal).map(({ key }) => itemNoun(key)))]
}

function itemNoun(key: ItemKey): string {
  if (isDocumentSlot(key)) return SLOT_LABELS[key]
  if (key.startsWith('owner:')) return 'owner'
  if (key.startsWith('representative:')) return 'representative'
  const parts: Readonly<Record<string, string>> = { ...CONSUMER_PARTS, ...BUSINESS_PARTS }
  return parts[key]?.toLowerCase() ?? key
}
