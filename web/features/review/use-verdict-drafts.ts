import { useBlocker } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { ReviewItem } from '#contract/review/admin-cases.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { reviewCaseQuery } from '#web/shared/directory/queries.ts'
import { isOpen } from './use-case-change.ts'
import {
  evidenceOf,
  unsavedItems,
  type VerdictDraft,
  type VerdictDrafts,
  withoutSent,
} from './verdict-drafts.ts'

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
    CaseKind.options.some((kind) => {
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
