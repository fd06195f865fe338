import { PRIVACY_REASON_MAX } from '#contract/privacy/privacy-admin.ts'
import { api } from '#web/lib/api.ts'
import { TextDialog } from '#web/shared/shell/text-dialog.tsx'
import { readHoldsAgain } from './set-hold-dialog.tsx'

/** Asks why a hold can end, and lifts it; it needs a fresh sign-in, because what is over is deleted then (security R11). */
export function LiftHoldDialog({
  id,
  returnTo,
  onClose,
}: {
  id: number
  /** The path that shows this dialog again. */
  returnTo: () => string
  onClose: () => void
}) {
  return (
    <TextDialog
      title="Lift this legal hold?"
      description="Retention periods then count again. Anything past its date is deleted overnight."
      label="Reason"
      missing="Write why the hold can end"
      max={PRIVACY_REASON_MAX}
      confirm="Lift hold"
      danger
      done="The legal hold is lifted"
      signIn={{
        title: 'Sign in again to lift this hold',
        why: 'We ask because anything deleted afterwards can’t be recovered.',
        returnTo,
        keepAs: `lift-hold-${id}`,
      }}
      onConfirm={async (reason) => {
        await api('POST /api/admin/legal-holds/:id/lift', { params: { id }, body: { reason } })
        await readHoldsAgain()
      }}
      onClose={onClose}
    />
  )
}
