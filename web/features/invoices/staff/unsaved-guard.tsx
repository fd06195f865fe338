import { useBlocker } from '@tanstack/react-router'
import { LeaveDialog } from '#web/ui/leave-dialog.tsx'

/** Asks before what was typed is lost by leaving the page. */
export function UnsavedGuard({ hasUnsaved }: { hasUnsaved: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: hasUnsaved,
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  })
  return (
    <LeaveDialog
      blocker={blocker}
      description="Your changes to the draft are not saved yet."
      confirmLabel="Leave without saving"
    />
  )
}
