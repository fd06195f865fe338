import { type ReactNode, useRef } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description: ReactNode
  /** Names the result: "Reject", "Resend Invitation". */
  confirmLabel: ReactNode
  cancelLabel?: ReactNode
  onConfirm: () => void
  danger?: boolean
  /** If staying is the better choice: it gets the solid button, the other one the plain. */
  isCancelFirst?: boolean
  backCloses?: boolean
  busy?: boolean
  busyLabel?: ReactNode
  /** What went wrong with the last attempt; the dialog stays open. */
  error?: { title: string; message: ReactNode } | null
  /** Further content: a note, a list of reasons. */
  children?: ReactNode
}

/** Asks before an action that is hard to undo; the harmless button has the focus. */
export function ConfirmDialog({
  cancelLabel = 'Cancel',
  danger,
  isCancelFirst,
  busy = false,
  busyLabel,
  error,
  confirmLabel,
  onConfirm,
  children,
  ...dialog
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const footer = (
    <>
      <Button
        ref={cancel}
        variant={isCancelFirst ? 'primary' : 'secondary'}
        disabled={busy}
        onClick={() => dialog.onOpenChange(false)}
      >
        {cancelLabel}
      </Button>
      <Button
        variant={danger ? 'dangerSolid' : isCancelFirst ? 'secondary' : 'primary'}
        busy={busy}
        busyLabel={busyLabel}
        onClick={onConfirm}
      >
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog {...dialog} size="sm" dismissible={!busy} initialFocus={cancel} footer={footer}>
      {error ? (
        <Banner kind="error" title={error.title} live className="mt-4">
          {error.message}
        </Banner>
      ) : null}
      {children}
    </Dialog>
  )
}

/** The part of the router's blocker that is needed. */
interface Blocker {
  status: 'blocked' | 'idle'
  proceed?: (() => void) | undefined
  reset?: (() => void) | undefined
}

type LeaveDialogProps = Pick<ConfirmDialogProps, 'description' | 'confirmLabel' | 'busy' | 'busyLabel'> & {
  blocker: Blocker
  /** Called instead of leaving at once. */
  onLeave?: (() => void) | undefined
}

/** Asks before someone leaves a page with unsaved content; staying is the better choice. */
export function LeaveDialog({ blocker, onLeave, ...question }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      {...question}
      open={blocker.status === 'blocked'}
      // Where Back led to the question, it has gone back already.
      backCloses={false}
      onOpenChange={(open) => (open ? undefined : blocker.reset?.())}
      title="Leave this page?"
      cancelLabel="Stay on this page"
      isCancelFirst
      onConfirm={() => (onLeave ?? blocker.proceed)?.()}
    />
  )
}
