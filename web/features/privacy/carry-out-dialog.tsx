import { useMutation } from '@tanstack/react-query'
import type { AdminErasure } from '#contract/privacy/privacy-admin.ts'
import { api } from '#web/lib/api.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { SignInAgain, solvedBySignIn } from '#web/shared/sign-in/sign-in-again.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { requesterName } from './request-list.tsx'

/** Asks before an account is erased; it needs a fresh sign-in, because it cannot be undone (security R11). */
export function CarryOutDialog({
  erasure: { id, person },
  returnTo,
  onClose,
}: {
  erasure: AdminErasure
  /** The path that shows this dialog again. */
  returnTo: () => string
  onClose: () => void
}) {
  const carryOut = useMutation({
    mutationFn: () => api('POST /api/admin/erasures/:id/carry-out', { params: { id }, body: {} }),
    // Whether one whose answer was lost was done is seen in the list.
    retry: false,
    onSuccess: async () => {
      onClose()
      await invalidate('GET /api/admin/erasures')
      toast({ kind: 'success', title: 'The account is erased' })
    },
    onError: (error) => (solvedBySignIn(error) ? undefined : invalidate('GET /api/admin/erasures')),
  })
  const again = solvedBySignIn(carryOut.error)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Erase this account?"
      description={
        <>
          <b className="text-ink">{requesterName(person)}</b> is signed out everywhere. This can’t be undone.
        </>
      }
      confirmLabel="Erase"
      danger
      busy={carryOut.isPending}
      busyLabel="Erasing..."
      error={
        carryOut.error && !again ? { title: 'Nothing was erased', message: carryOut.error.message } : null
      }
      onConfirm={() => carryOut.mutate()}
    >
      {again ? (
        <SignInAgain
          title="Sign in again to erase this account"
          why="We ask because this can’t be undone."
          returnTo={returnTo()}
          className="mt-4"
        />
      ) : null}
    </ConfirmDialog>
  )
}
