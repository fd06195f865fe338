import { useMutation } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery, useUser } from '#web/lib/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { forgetVisitor } from './stored-visitor.ts'

/** Asks for confirmation, and deletes the visitor's application in this browser. */
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
      // Its answers and files must not stay in the cache.
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

/**
 * Whether it is already deleted, which is what the person wants. For someone signed in a 401 means that their
 * session has ended instead.
 */
function isGone(error: unknown, isSignedIn: boolean): boolean {
  return error instanceof ApiError && (error.status === 404 || (error.status === 401 && !isSignedIn))
}
