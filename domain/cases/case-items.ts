import type { DocType } from '#contract/documents/documents.ts'
import { CONSUMER_PARTS, type ConsumerPart } from '#contract/onboarding/consumer-fields.ts'
import type { ItemDecision, ItemKey } from '#contract/verification/cases.ts'
import type { CaseItem } from './case.ts'
import { countedSlots, requiredSlots } from './document-requirements.ts'

/** What the verdicts on the items add up to (cases, What decides a case). */
export type DecisionOutcome = 'undecided' | 'approve' | 'return' | 'reject'

export interface DecisionProgress {
  counts: Readonly<Record<ItemDecision, number>>
  total: number
  undecided: readonly ItemKey[]
  outcome: DecisionOutcome
}

/**
 * Returns the items of a person in the order of review (cases, What decides a case), with the optional documents
 * that were `given`. A company's items depend on its people: `businessParts`.
 */
export function consumerItemKeys(docType: DocType | null, given: readonly string[] = []): ItemKey[] {
  const required: readonly ItemKey[] = requiredSlots(docType)
  const slots = countedSlots(docType).filter((slot) => required.includes(slot) || given.includes(slot))
  return [...(Object.keys(CONSUMER_PARTS) as ConsumerPart[]), ...slots]
}

/**
 * Returns how complete a decision is. One final item ends the case regardless of the rest; otherwise every item
 * must be decided, so that the applicant hears about everything at once.
 */
export function decisionProgress(items: readonly Pick<CaseItem, 'key' | 'decision'>[]): DecisionProgress {
  const counts = { pending: 0, accepted: 0, retry: 0, final: 0 }
  for (const item of items) counts[item.decision] += 1
  const undecided = items.filter((item) => item.decision === 'pending').map((item) => item.key)
  return { counts, total: items.length, undecided, outcome: outcomeOf(counts, items.length) }
}

function outcomeOf(counts: Readonly<Record<ItemDecision, number>>, total: number): DecisionOutcome {
  if (counts.final > 0) return 'reject'
  if (counts.pending > 0 || total === 0) return 'undecided'
  return counts.retry > 0 ? 'return' : 'approve'
}
