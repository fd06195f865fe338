import { useMutation } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery, useUser } from '#web/lib/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { forgetVisitor } from './stored-visitor.ts'

/** Asks before the visitor's application of this browser is deleted, and deletes it. */
export function DeleteApplication({
  open,
  onOpenChange,
  description,
  onDeleted,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  description: string
  onDeleted?: () => void
}) {
  const isSignedIn = Boolean(useUser())
  const removal = useMutation({
    mutationFn: async () => {
      await api('DELETE /api/onboarding/application').catch((error: unknown) => {
        if (!isGone(error, isSignedIn)) throw error
      })
    },
    onSuccess: async () => {
      forgetVisitor()
      onOpenChange(false)
      toast({ kind: 'success', title: 'Application deleted' })
      // Its answers and files are no one's any more.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      onDeleted?.()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete this application?"
      description={description}
      cancelLabel="Keep it"
      confirmLabel="Delete application"
      danger
      busy={removal.isPending}
      busyLabel="Deleting..."
      error={removal.error && { title: 'We couldn’t delete the application', message: removal.error.message }}
      onConfirm={() => removal.mutate()}
    />
  )
}

/** Gone already is as the person wishes. To someone signed in a 401 says that their session has ended instead. */
function isGone(error: unknown, isSignedIn: boolean): boolean {
  return error instanceof ApiError && (error.status === 404 || (error.status === 401 && !isSignedIn))
}
