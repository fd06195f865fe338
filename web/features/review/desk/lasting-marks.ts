import { useEffect, useState } from 'react'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import type { VerdictDrafts, VerdictDraftsState } from '#web/features/review/verdict-drafts.ts'
import { readStored, removeStored, writeStored } from '#web/lib/browser-storage.ts'
import { useUser } from '#web/lib/session.ts'
import { SESSION_KEYS } from '#web/lib/storage-keys.ts'
import { isOpen } from '../use-case-change.ts'

/** Unsent marks, and what they were made on: they are only valid for the same reviewer, claim and version. */
interface LastingMarks {
  reviewer: number
  caseId: number
  version: number
  claim: number
  drafts: VerdictDrafts
}

/**
 * Keeps a reviewer's marks on the case they have claimed in this tab, so that a reload loses none; removed when
 * sent, when the desk is left, and with the session (security R8). The server gets marks with the decision
 * (docs/decisions/084-the-desk.md).
 */
export function useLastingMarks(reviewCase: ReviewCase, { drafts, restore }: VerdictDraftsState): void {
  const reviewer = useUser()?.id
  const [kept] = useState(() => lastingMarks(reviewCase, reviewer))
  useEffect(() => {
    if (kept) restore(kept)
  }, [kept, restore])
  const { id: caseId, version } = reviewCase
  const claim = claimOf(reviewCase)
  const isEmpty = Object.keys(drafts).length === 0
  useEffect(() => {
    if (reviewer === undefined || claim === null || isEmpty) return
    const marks: LastingMarks = { reviewer, caseId, version, claim, drafts }
    writeStored('session', SESSION_KEYS.unsentMarks, JSON.stringify(marks))
    // A reload ends the page without running this.
    return () => removeStored('session', SESSION_KEYS.unsentMarks)
  }, [reviewer, caseId, version, claim, drafts, isEmpty])
}

/** Returns the marks the tab keeps for this case, if still valid. */
export function lastingMarks(reviewCase: ReviewCase, reviewer: number | undefined): VerdictDrafts | null {
  const text = readStored('session', SESSION_KEYS.unsentMarks)
  if (!text) return null
  const marks: Partial<LastingMarks> = JSON.parse(text)
  const counts =
    isOpen(reviewCase) &&
    marks.reviewer === reviewer &&
    marks.caseId === reviewCase.id &&
    marks.version === reviewCase.version &&
    marks.claim === claimOf(reviewCase)
  return (counts && marks.drafts) || null
}

/** Returns the claim by which the reader holds a case; null if they hold none. */
function claimOf({ owner, events }: ReviewCase): number | null {
  if (owner?.isYou !== true || owner.until === null) return null
  return events.findLast(({ type }) => type === 'case.claimed')?.id ?? null
}
