import { isDocumentSlot } from '#contract/documents/documents.ts'
import type { AcceptanceGap, CaseItem, RefusalReason, Verdict } from './case.ts'
import { withFinalItems } from './case-outcome.ts'
import { reasonFitsItem } from './decision-reasons.ts'
import { isOwnGap, isReviewed } from './item-review.ts'

export type Verdicts = { ok: true; items: readonly CaseItem[] } | { ok: false; why: RefusalReason }

/** Who says the verdicts, and what they have yet to do before they can accept items. */
export interface Review {
  by: number
  gaps: readonly AcceptanceGap[]
}

/**
 * Puts verdicts on the items; refuses unknown items, missing or misfit reasons, and acceptance of what is not there or
 * what the reviewer has not looked at. What was accepted by another stays theirs.
 */
export function applyVerdicts(
  items: readonly CaseItem[],
  verdicts: readonly Verdict[],
  review: Review,
): Verdicts {
  let decided = items
  const gaps: AcceptanceGap[] = []
  for (const verdict of verdicts) {
    const item = decided.find((item) => item.key === verdict.key)
    const why = item ? verdictProblem(item, verdict) : { code: 'unknown_item' as const, item: verdict.key }
    if (why) return { ok: false, why }
    if (item && verdict.decision === 'accepted') gaps.push(...gapsOf(item, review))
    decided = decided.map((existing) =>
      existing.key === verdict.key ? withVerdict(existing, verdict, review.by) : existing,
    )
  }
  return gaps.length > 0 ? { ok: false, why: { code: 'not_reviewed', gaps } } : { ok: true, items: decided }
}

/** The verdicts of a decision: those given now, and the acceptances from before that no one has said anything of since. */
export function allVerdicts(items: readonly CaseItem[], given: readonly Verdict[]): Verdict[] {
  const kept = items.filter(
    ({ key, decision }) => decision === 'accepted' && !given.some((verdict) => verdict.key === key),
  )
  return [...kept.map(({ key }) => ({ key, decision: 'accepted' as const })), ...given]
}

/** Having looked is asked of the one who accepts; the rest holds for what another accepted, too. */
function gapsOf(item: CaseItem, { gaps }: Review): AcceptanceGap[] {
  return gaps.filter((gap) => gap.item === item.key && !(isReviewed(item) && isOwnGap(gap)))
}

/** The items as they go back to the applicant at `now`: accepted ones final, the hashes of returned files remembered. */
export function returnedItems(items: readonly CaseItem[], now: Date): CaseItem[] {
  return items.map((item) => {
    if (item.decision === 'accepted') return withFinalItems(item, now)
    const open = { ...item, checked: null, isFinal: false }
    if (item.decision !== 'retry' || item.evidence === null || !isDocumentSlot(item.key)) return open
    return { ...open, refused: [...new Set([...item.refused, item.evidence])] }
  })
}

function verdictProblem(item: CaseItem, verdict: Verdict): RefusalReason | null {
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

function withVerdict(item: CaseItem, verdict: Verdict, by: number): CaseItem {
  const isAccepted = verdict.decision === 'accepted'
  return {
    ...item,
    decision: verdict.decision,
    reasons: verdict.decision === 'retry' || verdict.decision === 'final' ? [...verdict.reasons] : [],
    text: verdict.decision === 'retry' ? verdict.text?.trim() || null : null,
    note: verdict.note?.trim() || item.note,
    acceptedBy: isAccepted ? (isReviewed(item) ? item.acceptedBy : by) : null,
    // What was sent out once holds until the next decision: a mark of a reviewer is theirs alone.
    isFinal: item.isFinal,
  }
}
