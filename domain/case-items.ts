import type { ItemDecision, ItemKey } from '#contract/cases.ts'
import type { DocType } from '#contract/documents.ts'
import type { CaseItem } from './case-record.ts'
import { requiredSlots } from './document-requirements.ts'

export type CaseSubject =
  | { kind: 'consumer'; docType: DocType | null }
  | {
      kind: 'business'
      ownerIds: readonly string[]
      representativeIds: readonly string[]
      hasAdditionalDocument: boolean
    }

/** What the decisions on the items add up to (cases.md, Deciding). */
export type DecisionOutcome = 'undecided' | 'approve' | 'return' | 'reject'

export interface DecisionProgress {
  counts: Readonly<Record<ItemDecision, number>>
  total: number
  undecided: readonly ItemKey[]
  outcome: DecisionOutcome
}

/** The items a case has, in the order a reviewer walks them (cases.md, Deciding). */
export function caseItemKeys(subject: CaseSubject): ItemKey[] {
  if (subject.kind === 'consumer') return ['name', 'birth_date', 'address', ...requiredSlots(subject.docType)]
  return [
    'registration',
    'settlement',
    ...subject.ownerIds.map((id): ItemKey => `owner:${id}`),
    ...subject.representativeIds.map((id): ItemKey => `representative:${id}`),
    ...(subject.hasAdditionalDocument ? (['other'] as const) : []),
  ]
}

/**
 * How far a decision is. One final item ends the case whatever the rest; otherwise every item must be decided, so that
 * the applicant hears of everything at once.
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
