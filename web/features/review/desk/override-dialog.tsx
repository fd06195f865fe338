import type { ApprovalObstacle, ReviewCase } from '#contract/review/admin-cases.ts'
import { basisOfCall, obstaclesNow, readDocuments } from '../approval-by-call.ts'
import { STATUS_NAMES, StatusDialog } from '../status-dialog.tsx'
import type { VerdictDrafts } from '../verdict-drafts.ts'
import type { useDeskDecision } from './use-desk-decision.ts'

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
      onDecideMatch={onClose}
      onReview={onClose}
      onConfirm={({ note }) => override.mutate(note)}
    />
  )
}
