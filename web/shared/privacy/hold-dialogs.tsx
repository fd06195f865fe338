import type { ReactNode } from 'react'
import { PRIVACY_REASON_MAX } from '#contract/privacy/privacy-admin.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { TextDialog } from '#web/shared/shell/text-dialog.tsx'

/** Asks why a person's data must not be deleted, and sets the hold. */
export function SetHoldDialog({
  userId,
  onClose,
  children,
}: {
  /** Whose records; undefined until a user id has been typed. */
  userId: number | undefined
  onClose: () => void
  /** The field for choosing the person, if the page doesn't determine them. */
  children?: ReactNode
}) {
  return (
    <TextDialog
      title="Set a legal hold"
      description="None of this person’s data is deleted until it is lifted. They aren’t told."
      label="Reason"
      missing="Write why the records must be kept"
      max={PRIVACY_REASON_MAX}
      confirm="Set hold"
      done="The legal hold is in force"
      onConfirm={async (reason) => {
        if (userId === undefined) throw new ApiError(400, 'Enter the number of a user, such as 42.')
        await api('POST /api/admin/legal-holds', { body: { userId, reason } })
        await readHoldsAgain()
      }}
      onClose={onClose}
    >
      {children}
    </TextDialog>
  )
}

/** Refetches everything that shows holds. */
export function readHoldsAgain(): Promise<void> {
  return invalidate(
    'GET /api/admin/legal-holds',
    'GET /api/admin/erasures',
    'GET /api/admin/users/:id',
    'GET /api/admin/users/:id/events',
  )
}

/**
 * Asks why a hold can end, and lifts it; it needs a fresh sign-in, because data past its retention is then
 * deleted (security R11).
 */
export function LiftHoldDialog({
  id,
  returnTo,
  onClose,
}: {
  id: number
  /** The path that opens this dialog again. */
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
