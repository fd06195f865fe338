import type { ReactNode } from 'react'
import { PRIVACY_REASON_MAX } from '#contract/privacy/privacy-admin.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { TextDialog } from '#web/shared/shell/text-dialog.tsx'

/** Asks why nothing of a person may be deleted, and sets the hold. */
export function SetHoldDialog({
  userId,
  onClose,
  children,
}: {
  /** Whose records; nothing while no number of a user is typed. */
  userId: number | undefined
  onClose: () => void
  /** Where the person is chosen, if not by the page. */
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

/** Reads again what shows holds. */
export function readHoldsAgain(): Promise<void> {
  return invalidate(
    'GET /api/admin/legal-holds',
    'GET /api/admin/erasures',
    'GET /api/admin/users/:id',
    'GET /api/admin/users/:id/events',
  )
}
