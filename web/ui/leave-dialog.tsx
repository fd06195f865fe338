import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

/** As much of the router's blocker as the question needs. */
interface Blocker {
  status: 'blocked' | 'idle'
  proceed?: (() => void) | undefined
  reset?: (() => void) | undefined
}

type LeaveDialogProps = Pick<ConfirmDialogProps, 'description' | 'confirmLabel' | 'busy' | 'busyLabel'> & {
  blocker: Blocker
  /** In the place of leaving at once. */
  onLeave?: (() => void) | undefined
}

/** Asks before someone leaves a page with something that would be lost; staying is the better choice. */
export function LeaveDialog({ blocker, onLeave, ...question }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      {...question}
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => (open ? undefined : blocker.reset?.())}
      title="Leave this page?"
      cancelLabel="Stay on this page"
      isCancelFirst
      onConfirm={() => (onLeave ?? blocker.proceed)?.()}
    />
  )
}
