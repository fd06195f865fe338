import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Asks before what was typed is lost by leaving the page. */
export function UnsavedGuard({ hasUnsaved }: { hasUnsaved: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: hasUnsaved,
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => (open ? undefined : blocker.reset?.())}
      title="Leave this page?"
      description="Your changes to the draft are not saved yet."
      cancelLabel="Stay on this page"
      confirmLabel="Leave without saving"
      isCancelFirst
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
