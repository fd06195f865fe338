import type { ItemVerdict, ReviewItem } from '#contract/admin-cases.ts'
import type { ItemDecision, ItemKey, ReasonCode } from '#contract/cases.ts'
import { type DecisionProgress, decisionProgress } from '#domain/case-items.ts'

/** What a reviewer has set and typed for one item and not saved yet. */
export interface VerdictDraft {
  decision: ItemDecision
  reasons: readonly ReasonCode[]
  applicantText: string
  internalNote: string
}

export type VerdictDrafts = Readonly<Partial<Record<ItemKey, VerdictDraft>>>

/** The word on an item as it stands: the unsaved one, else the stored one. */
export function draftOf(item: ReviewItem, drafts: VerdictDrafts): VerdictDraft {
  return (
    drafts[item.item] ?? {
      decision: item.decision,
      reasons: item.reasons,
      applicantText: item.applicantText ?? '',
      internalNote: item.internalNote ?? '',
    }
  )
}

/** A draft with another decision; reasons of the former one do not fit it. */
export function decided(draft: VerdictDraft, decision: ItemDecision): VerdictDraft {
  return draft.decision === decision ? draft : { ...draft, decision, reasons: [] }
}

/** How far the review is, and what deciding would do now. */
export function draftProgress(items: readonly ReviewItem[], drafts: VerdictDrafts): DecisionProgress {
  return decisionProgress(items.map((item) => ({ key: item.item, decision: draftOf(item, drafts).decision })))
}

/** What a verdict lacks before the server would take it, in words for beside the item; null when it is complete. */
export function verdictProblem(draft: VerdictDraft): string | null {
  if (draft.decision !== 'retry' && draft.decision !== 'final') return null
  if (draft.reasons.length === 0) return 'Choose at least one reason'
  if (draft.decision === 'retry' && draft.reasons.includes('OTHER') && !draft.applicantText.trim())
    return 'Write what the applicant should do'
  return null
}

/** The items whose verdict is incomplete, with what they lack. */
export function problemsOf(
  items: readonly ReviewItem[],
  drafts: VerdictDrafts,
): { item: ReviewItem; text: string }[] {
  return items.flatMap((item) => {
    const text = verdictProblem(draftOf(item, drafts))
    return text ? [{ item, text }] : []
  })
}

/** The verdicts to send: all items for a decision, those touched for saving. */
export function verdictsOf(items: readonly ReviewItem[], drafts: VerdictDrafts): ItemVerdict[] {
  return items.map((item) => {
    const { decision, reasons, applicantText, internalNote } = draftOf(item, drafts)
    return {
      item: item.item,
      decision,
      reasons: [...reasons],
      applicantText: decision === 'retry' ? applicantText.trim() || null : null,
      internalNote: internalNote.trim() || null,
    }
  })
}
