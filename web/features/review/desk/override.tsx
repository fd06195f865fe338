import type { ApprovalObstacle, ReviewCase } from '#contract/review/admin-cases.ts'
import { useMay } from '#web/lib/may.tsx'
import { useDialogInAddress } from '#web/shared/shell/use-dialog-in-address.ts'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { basisOfCall, obstaclesNow, obstaclesWithMarks, readDocuments } from '../approval-by-call.ts'
import { STATUS_NAMES } from '../status-names.ts'
import type { VerdictDrafts } from '../verdict-drafts.ts'
import type { useDeskDecision } from './use-desk-decision.ts'

const StatusDialog = lazyOverlay(() => import('../status-dialog.tsx'), 'StatusDialog')

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

type Props = {
  reviewCase: ReviewCase
  drafts: VerdictDrafts
  obstacles: readonly ApprovalObstacle[]
  override: ReturnType<typeof useDeskDecision>['override']
  onReload: () => void
  onClose: () => void
}

/** Asks for an override of the case on the desk, which counts its reader's marks, saved or not. */
export function OverrideDialog({ reviewCase, drafts, obstacles, override, onReload, onClose }: Props) {
  return (
    <StatusDialog
      name={STATUS_NAMES[reviewCase.kind]}
      status="approved"
      obstacles={obstaclesNow(obstacles, override.error)}
      basis={basisOfCall(reviewCase, drafts)}
      read={readDocuments(reviewCase)}
      proposal={null}
      mayOverride
      busy={override.isPending}
      error={override.error}
      onReload={onReload}
      onCancel={onClose}
      onClose={onClose}
      onDecideMatch={onClose}
      onReview={onClose}
      onConfirm={({ note }) => override.mutate(note)}
    />
  )
}
