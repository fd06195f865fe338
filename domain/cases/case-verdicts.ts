import type { ItemKey } from '#contract/cases.ts'
import { DOCUMENT_SLOTS } from '#contract/documents.ts'
import { settled } from './case-outcome.ts'
import type { CaseItem, ItemVerdict, RefusalReason } from './case-record.ts'
import { reasonFitsItem } from './decision-reasons.ts'

export type Verdicts = { ok: true; items: readonly CaseItem[] } | { ok: false; why: RefusalReason }

/** Puts verdicts on the items; refuses unknown items, missing or misfit reasons, and acceptance of what is not there. */
export function applyVerdicts(items: readonly CaseItem[], verdicts: readonly ItemVerdict[]): Verdicts {
  let decided = items
  for (const verdict of verdicts) {
    const item = decided.find((one) => one.key === verdict.key)
    const why = item ? verdictProblem(item, verdict) : { code: 'unknown_item' as const, item: verdict.key }
    if (why) return { ok: false, why }
    decided = decided.map((one) => (one.key === verdict.key ? withVerdict(one, verdict) : one))
  }
  return { ok: true, items: decided }
}

/** The items as they go back to the applicant: accepted ones settled, the hashes of returned files remembered. */
export function returnedItems(items: readonly CaseItem[]): CaseItem[] {
  return items.map((item) => {
    if (item.decision === 'accepted') return settled(item)
    if (item.decision !== 'retry' || item.evidence === null || !isFile(item.key)) return item
    return { ...item, refused: [...new Set([...item.refused, item.evidence])] }
  })
}

function verdictProblem(item: CaseItem, verdict: ItemVerdict): RefusalReason | null {
  if (verdict.decision === 'pending') return null
  if (verdict.decision === 'accepted') {
    return item.evidence === null ? { code: 'evidence_missing', missing: [item.key] } : null
  }
  if (verdict.reasons.length === 0) return { code: 'reason_missing', item: item.key }
  const misfit = verdict.reasons.find((reason) => !reasonFitsItem(reason, item.key))
  if (misfit) return { code: 'reason_misfit', item: item.key, reason: misfit }
  const needsText = verdict.decision === 'retry' && verdict.reasons.includes('OTHER') && !verdict.text?.trim()
  return needsText ? { code: 'text_required', item: item.key } : null
}

function withVerdict(item: CaseItem, verdict: ItemVerdict): CaseItem {
  const isAccepted = verdict.decision === 'accepted'
  return {
    ...item,
    decision: verdict.decision,
    reasons: verdict.decision === 'retry' || verdict.decision === 'final' ? [...verdict.reasons] : [],
    text: verdict.decision === 'retry' ? verdict.text?.trim() || null : null,
    note: verdict.note?.trim() || item.note,
    isSettled: isAccepted && item.isSettled,
  }
}

function isFile(key: ItemKey): boolean {
  return DOCUMENT_SLOTS.some((slot) => slot === key)
}
