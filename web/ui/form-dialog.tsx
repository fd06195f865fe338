import { type ReactNode, type SubmitEvent, useId } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export type FormDialogProps = {
  title: ReactNode
  description?: ReactNode
  /** Names the result: "Create client". */
  submitLabel: ReactNode
  busy: boolean
  busyLabel?: ReactNode
  /** What went wrong with the last attempt, if no field shows it; the dialog stays open. */
  error: { title: string; message: ReactNode } | null
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** A short form in a dialog. It is mounted while open; what was typed survives every refusal. */
export function FormDialog({
  title,
  description,
  submitLabel,
  busy,
  busyLabel = 'Saving...',
  error,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const id = useId()
  // People come to fill it in, so the first field rather than the close button gets the focus.
  const firstField = {
    get current() {
      return document.getElementById(id)?.querySelector<HTMLElement>('input, select, textarea') ?? null
    },
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title}
      description={description}
      dismissible={!busy}
      initialFocus={firstField}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy} busyLabel={busyLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {error ? (
        <Banner kind="error" title={error.title} live className={description ? 'mt-6' : 'mb-6'}>
          {error.message}
        </Banner>
      ) : null}
      <form id={id} noValidate className={description ? 'mt-6' : undefined} onSubmit={onSubmit}>
        {children}
      </form>
    </Dialog>
  )
}
