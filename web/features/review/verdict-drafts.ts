import { useBlocker } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { ItemVerdict, ReviewItem } from '#contract/review/admin-cases.ts'
import { CASE_KINDS } from '#contract/verification/case-states.ts'
import type { CaseKind, ItemDecision, ItemKey, ReasonCode } from '#contract/verification/cases.ts'
import { type DecisionProgress, decisionProgress } from '#domain/cases/case-items.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { reviewCaseQuery } from '#web/shared/directory/queries.ts'
import { isOpen } from './use-case-change.ts'

/** What a reviewer has set and typed for one item and not saved yet. */
export interface VerdictDraft {
  decision: ItemDecision
  reasons: readonly ReasonCode[]
  applicantText: string
  internalNote: string
}

/** A draft, and the evidence it was said of. */
export interface StoredVerdictDraft extends VerdictDraft {
  evidence: string
}

export type VerdictDrafts = Readonly<Partial<Record<ItemKey, StoredVerdictDraft>>>

/** What is judged in an item, as a word that changes with it: its file and the answer beside it. */
export function evidenceOf({ document, after }: Pick<ReviewItem, 'document' | 'after'>): string {
  return `${document?.id ?? ''} ${after ?? ''}`
}

/** Whether an unsaved word was said of other evidence than there is now; it counts no more (cases, Deciding). */
export function isOutdated(item: ReviewItem, drafts: VerdictDrafts): boolean {
  const kept = drafts[item.item]
  return kept !== undefined && kept.evidence !== evidenceOf(item)
}

/** The word on an item as it stands: the unsaved one on this very evidence, else the stored one. */
export function draftOf(item: ReviewItem, drafts: VerdictDrafts): VerdictDraft {
  const kept = drafts[item.item]
  return kept && !isOutdated(item, drafts) ? kept : storedDraft(item)
}

/** The items with an unsaved word that says something else than the stored one. */
export function unsavedItems(items: readonly ReviewItem[], drafts: VerdictDrafts): ReviewItem[] {
  return items.filter((item) => !isSameVerdict(draftOf(item, drafts), storedDraft(item)))
}

/** The drafts that count: an outdated one is never taken for sent or saved. */
export function draftsInForce(items: readonly ReviewItem[], drafts: VerdictDrafts): VerdictDrafts {
  const left: Partial<Record<ItemKey, StoredVerdictDraft>> = { ...drafts }
  for (const item of items) if (isOutdated(item, drafts)) delete left[item.item]
  return left
}

/** The drafts without those that were sent; a word that was changed since stays. */
export function withoutSent(drafts: VerdictDrafts, sent: VerdictDrafts): VerdictDrafts {
  const left: Partial<Record<ItemKey, StoredVerdictDraft>> = { ...drafts }
  for (const item of Object.keys(sent) as ItemKey[]) if (left[item] === sent[item]) delete left[item]
  return left
}

/** A draft with another decision; reasons of the former one do not fit it. */
export function decided(draft: VerdictDraft, decision: ItemDecision): VerdictDraft {
  return draft.decision === decision ? draft : { ...draft, decision, reasons: [] }
}

/** How far the review is, and what deciding would do now. */
export function draftProgress(items: readonly ReviewItem[], drafts: VerdictDrafts): DecisionProgress {
  return decisionProgress(items.map((item) => ({ key: item.item, decision: draftOf(item, drafts).decision })))
}

/** What a verdict is missing before the server would take it, in words for beside the item; null when it is complete. */
export function verdictProblem(draft: VerdictDraft): string | null {
  if (draft.decision !== 'retry' && draft.decision !== 'final') return null
  if (draft.reasons.length === 0) return 'Choose at least one reason'
  if (draft.decision === 'retry' && draft.reasons.includes('OTHER') && !draft.applicantText.trim())
    return 'Write what the applicant should do'
  return null
}

/** The verdicts of these items, as they are sent. */
export function verdictsOf(items: readonly ReviewItem[], drafts: VerdictDrafts): ItemVerdict[] {
  return items.map((item) => ({ item: item.item, ...saidBy(draftOf(item, drafts)) }))
}

/** A verdict without what does not belong to its decision. */
function saidBy({ decision, reasons, applicantText, internalNote }: VerdictDraft): Omit<ItemVerdict, 'item'> {
  return {
    decision,
    reasons: [...reasons],
    applicantText: decision === 'retry' ? applicantText.trim() || null : null,
    internalNote: internalNote.trim() || null,
  }
}

function isSameVerdict(left: VerdictDraft, right: VerdictDraft): boolean {
  return JSON.stringify(saidBy(left)) === JSON.stringify(saidBy(right))
}

function storedDraft({ decision, reasons, applicantText, internalNote }: ReviewItem): VerdictDraft {
  return { decision, reasons, applicantText: applicantText ?? '', internalNote: internalNote ?? '' }
}

export interface VerdictDraftsState {
  drafts: VerdictDrafts
  set: (item: ReviewItem, draft: VerdictDraft) => void
  /** Forgets what was sent and has been saved; what was changed meanwhile stays. */
  forget: (sent: VerdictDrafts) => void
  /** Takes what was marked before a reload, unless something is marked already. Never changes. */
  restore: (kept: VerdictDrafts) => void
}

/**
 * What the reviewer has not saved yet of either case of a user: it outlives tabs and reloads of the case, and asks
 * before it is left.
 */
export function useVerdictDrafts(userId: number): Readonly<Record<CaseKind, VerdictDraftsState>> {
  const kept = { consumer: useStoredDrafts(), business: useStoredDrafts() }
  // As the case is now: a word that is stored already, or on a case that someone else closed, is nothing to lose.
  const hasUnsaved = () =>
    CASE_KINDS.some((kind) => {
      const reviewCase = queryClient.getQueryData(reviewCaseQuery(userId, kind).queryKey)?.case
      return reviewCase
        ? isOpen(reviewCase) && unsavedItems(reviewCase.items, kept[kind].drafts).length > 0
        : false
    })
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname &&
      hasUnsaved() &&
      !window.confirm('Your review has unsaved changes. Leave without saving them?'),
    enableBeforeUnload: hasUnsaved,
  })
  return kept
}

function useStoredDrafts(): VerdictDraftsState {
  const [drafts, setDrafts] = useState<VerdictDrafts>({})
  const restore = useCallback(
    (kept: VerdictDrafts) => setDrafts((current) => (Object.keys(current).length > 0 ? current : kept)),
    [],
  )
  return {
    drafts,
    restore,
    set: (item, draft) =>
      setDrafts((current) => ({ ...current, [item.item]: { ...draft, evidence: evidenceOf(item) } })),
    forget: (sent) => setDrafts((current) => withoutSent(current, sent)),
  }
}
