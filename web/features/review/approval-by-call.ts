import type { ApprovalObstacle, ReviewCase } from '#contract/review/admin-cases.ts'
import type { ApprovalBasis } from '#contract/verification/cases.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { draftOf, unsavedItems, type VerdictDrafts } from './verdict-drafts.ts'

/** What an approval by the status call would be based on, with the reader's unsaved marks. */
export function basisOfCall({ items }: Pick<ReviewCase, 'items'>, drafts: VerdictDrafts = {}): ApprovalBasis {
  const unsaved = unsavedItems(items, drafts)
  const reviewed = items.filter((item) =>
    unsaved.includes(item) ? draftOf(item, drafts).decision === 'accepted' : item.acceptedBy !== null,
  )
  return { way: 'status_call', reviewed: reviewed.length, total: items.length }
}

/** How many of the documents the reader has read themselves; null if there are none. */
export function readDocuments({
  items,
}: Pick<ReviewCase, 'items'>): { documents: number; total: number } | null {
  const given = items.filter(({ document }) => document !== null)
  return given.length > 0
    ? { documents: given.filter(({ isRead }) => isRead).length, total: given.length }
    : null
}

/**
 * What prevents an approval, according to the refusal if there was one: it may name what wasn't known before. What the
 * reader still has to do before their marks count is nothing that an override lifts.
 */
export function obstaclesNow(
  known: readonly ApprovalObstacle[],
  error: Error | null,
): readonly Pick<ApprovalObstacle, 'kind' | 'text'>[] {
  const { missing, gaps } = (error instanceof ApiError && error.body.conflict) || {}
  if (gaps) return known
  return (
    missing?.map((text) => known.find((each) => each.text === text) ?? { kind: 'waivable', text }) ?? known
  )
}
