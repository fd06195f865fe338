import type { ApprovalObstacle, ReviewCase, ReviewItem } from '#contract/review/admin-cases.ts'
import { overruledText } from '#domain/cases/overruled-items.ts'
import { useMay } from '#web/lib/may.tsx'
import { useDialogInAddress } from '#web/shared/shell/use-dialog-in-address.ts'
import { draftOf, unsavedItems, type VerdictDraft, type VerdictDrafts } from '../verdict-drafts.ts'

/**
 * The override of a case that its reader may decide; null if they can't ask for one. What they have marked against items
 * themselves is no reason for it, but is set aside with the rest.
 */
export function useOverride(reviewCase: ReviewCase, drafts: VerdictDrafts, canMark: boolean) {
  const mayOverride = useMay('cases.override')
  const { isOpen, open, close } = useDialogInAddress('override')
  if (!mayOverride || !canMark) return null
  const { left, marked } = obstaclesWithMarks(reviewCase, drafts)
  const isPossible = left.length > 0 && left.every(({ kind }) => kind === 'waivable')
  return isPossible ? { obstacles: [...left, ...marked], isOpen, open, close } : null
}

/**
 * What prevents an approval by the status call, with the reader's unsaved marks: `left` of what the case says, and what
 * they have `marked` against items themselves.
 */
export function obstaclesWithMarks(
  { items, statusObstacles }: Pick<ReviewCase, 'items' | 'statusObstacles'>,
  drafts: VerdictDrafts,
): Record<'left' | 'marked', ApprovalObstacle[]> {
  const unsaved = unsavedItems(items, drafts)
  const isReplaced = ({ line, text }: ApprovalObstacle) =>
    unsaved.some((item) => item.item === line && text === saidAgainst(item, draftOf(item, {})))
  return {
    left: statusObstacles.filter((obstacle) => !isReplaced(obstacle)),
    marked: unsaved.flatMap((item) => {
      const draft = draftOf(item, drafts)
      return draft.decision === 'retry' || draft.decision === 'final'
        ? { kind: 'waivable', line: item.item, text: saidAgainst(item, draft) }
        : []
    }),
  }
}

function saidAgainst({ label }: ReviewItem, { decision, reasons, applicantText }: VerdictDraft): string {
  const text = decision === 'retry' ? applicantText.trim() || null : null
  return overruledText({ decision, reasons, text }, label)
}
