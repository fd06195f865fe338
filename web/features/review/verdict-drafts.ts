import { useBlocker } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { ItemVerdict, ReviewItem } from '#contract/review/admin-cases.ts'
import { CASE_KINDS } from '#contract/verification/case-states.ts'
import type { CaseKind, ItemDecision, ItemKey, ReasonCode } from '#contract/verification/cases.ts'
import { type DecisionProgress, decisionProgress } from '#domain/cases/case-items.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { reviewCaseQuery } from '#web/shared/directory/queries.ts'
import { isOpen } from './use-case-change.ts'

/** A reviewer's unsaved decision and text for one item. */
export interface VerdictDraft {
  decision: ItemDecision
  reasons: readonly ReasonCode[]
  applicantText: string
  internalNote: string
}

/** A draft, and the evidence it is about. */
export interface StoredVerdictDraft extends VerdictDraft {
  evidence: string
}

export type VerdictDrafts = Readonly<Partial<Record<ItemKey, StoredVerdictDraft>>>

/**
 * Returns a key that changes with an item's evidence: the documents that it is judged by, and the answers, which
 * support may have changed as well.
 */
export function evidenceOf({ judgedBy, evidence }: Pick<ReviewItem, 'judgedBy' | 'evidence'>): string {
  return `${judgedBy.join(',')} ${evidence ?? ''}`
}

/**
 * Whether an unsaved verdict was about other evidence than there is now; it no longer counts (cases, Evidence that
 * changes).
 */
export function isOutdated(item: ReviewItem, drafts: VerdictDrafts): boolean {
  const kept = drafts[item.item]
  return kept !== undefined && kept.evidence !== evidenceOf(item)
}

/** Returns the documents that an item is judged by now and wasn't when it was marked. */
export function newDocuments({ item, judgedBy }: ReviewItem, drafts: VerdictDrafts): string[] {
  const [before = ''] = drafts[item]?.evidence.split(' ') ?? []
  return judgedBy.filter((id) => !before.split(',').includes(id))
}

/** Returns an item's current verdict: the unsaved one on this very evidence, otherwise the stored one. */
export function draftOf(item: ReviewItem, drafts: VerdictDrafts): VerdictDraft {
  const kept = drafts[item.item]
  return kept && !isOutdated(item, drafts) ? kept : storedDraft(item)
}

/** Returns the items whose unsaved verdict differs from the stored one. */
export function unsavedItems(items: readonly ReviewItem[], drafts: VerdictDrafts): ReviewItem[] {
  return items.filter((item) => !isSameVerdict(draftOf(item, drafts), storedDraft(item)))
}

/** Returns the valid drafts: an outdated one is never treated as sent or saved. */
export function draftsInForce(items: readonly ReviewItem[], drafts: VerdictDrafts): VerdictDrafts {
  const left: Partial<Record<ItemKey, StoredVerdictDraft>> = { ...drafts }
  for (const item of items) if (isOutdated(item, drafts)) delete left[item.item]
  return left
}

/** Returns the drafts without those that were sent; a verdict changed since is kept. */
export function withoutSent(drafts: VerdictDrafts, sent: VerdictDrafts): VerdictDrafts {
  const left: Partial<Record<ItemKey, StoredVerdictDraft>> = { ...drafts }
  for (const item of Object.keys(sent) as ItemKey[]) if (left[item] === sent[item]) delete left[item]
  return left
}

/** Returns a draft with another decision; reasons for the former one don't apply to it. */
export function decided(draft: VerdictDraft, decision: ItemDecision): VerdictDraft {
  return draft.decision === decision ? draft : { ...draft, decision, reasons: [] }
}

/** Returns the progress of the review, and what deciding would do now. */
export function draftProgress(items: readonly ReviewItem[], drafts: VerdictDrafts): DecisionProgress {
  return decisionProgress(items.map((item) => ({ key: item.item, decision: draftOf(item, drafts).decision })))
}

/**
 * Returns what a verdict needs before the server would accept it, as text next to the item; null if it is
 * complete.
 */
export function verdictProblem(draft: VerdictDraft): string | null {
  if (draft.decision !== 'retry' && draft.decision !== 'final') return null
  if (draft.reasons.length === 0) return 'Choose at least one reason'
  if (draft.decision === 'retry' && draft.reasons.includes('OTHER') && !draft.applicantText.trim())
    return 'Write what the applicant should do'
  return null
}

/** Returns these items' verdicts as they are sent. */
export function verdictsOf(items: readonly ReviewItem[], drafts: VerdictDrafts): ItemVerdict[] {
  return items.map((item) => ({ item: item.item, ...saidBy(draftOf(item, drafts)) }))
}

/** Returns a verdict without fields that don't belong to its decision. */
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
  /** Removes what was sent and saved; what was changed meanwhile is kept. */
  forget: (sent: VerdictDrafts) => void
  /** Restores stored marks below what was marked meanwhile. Stable. */
  restore: (stored: VerdictDrafts) => void
  /** Shows these marks instead of the current ones. Stable. */
  replace: (marks: VerdictDrafts) => void
}

/**
 * A reviewer's unsaved verdicts on either case of a user: they outlive tabs and refetches of the case, and
 * leaving them needs a confirmation.
 */
export function useVerdictDrafts(userId: number): Readonly<Record<CaseKind, VerdictDraftsState>> {
  const kept = { consumer: useStoredDrafts(), business: useStoredDrafts() }
  // Compared with the current case: losing a verdict that is already stored, or on a case that someone else
  // closed, needs no question.
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
      !window.confirm('Your review has unsaved changes. Leave without sending them?'),
    enableBeforeUnload: hasUnsaved,
  })
  return kept
}

function useStoredDrafts(): VerdictDraftsState {
  const [drafts, setDrafts] = useState<VerdictDrafts>({})
  const restore = useCallback(
    (stored: VerdictDrafts) => setDrafts((current) => ({ ...stored, ...current })),
    [],
  )
  return {
    drafts,
    restore,
    replace: setDrafts,
    set: (item, draft) =>
      setDrafts((current) => ({ ...current, [item.item]: { ...draft, evidence: evidenceOf(item) } })),
    forget: (sent) => setDrafts((current) => withoutSent(current, sent)),
  }
}
