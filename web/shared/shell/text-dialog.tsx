import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { forgetTyped, storeTyped, typedBefore } from '#web/lib/typed-before-sign-in.ts'
import { SignInAgain, solvedBySignIn } from '#web/shared/sign-in/sign-in-again.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'

/** Asks for a text and submits it. The input is kept until that succeeds. */
export function TextDialog({
  title,
  description,
  label,
  hint,
  missing,
  max,
  field = 'reason',
  confirm,
  danger,
  done,
  signIn,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  description: string
  label: string
  hint?: string
  /** The error if nothing was typed. */
  missing: string
  max: number
  /** The field's name on the server, so that its refusal is shown there. */
  field?: string
  confirm: string
  danger?: boolean
  /** The toast afterwards. */
  done: string
  /**
   * If it may need a recent sign-in: the text, the return path, and the name under which the input is kept
   * meanwhile.
   */
  signIn?: { title: string; why: string; returnTo: () => string; keepAs: string }
  onConfirm: (text: string) => Promise<unknown>
  onClose: () => void
  /** Above the text. */
  children?: ReactNode
}) {
  const id = useId()
  const [text, setText] = useState(() => (signIn && typedBefore(signIn.keepAs).text) || '')
  const [problem, setProblem] = useState<string>()
  const save = useMutation({
    mutationFn: () => onConfirm(text.trim()),
    retry: false,
    onError: (error) => {
      if (error instanceof ApiError && error.fields[field]) focusField(id)
    },
    onSuccess: () => {
      handleClose()
      toast({ kind: 'success', title: done })
    },
  })
  const handleClose = () => {
    if (signIn) forgetTyped()
    onClose()
  }
  const again = signIn && solvedBySignIn(save.error) ? signIn : undefined
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  const refusal = Object.values(fields)[0]
  const handleConfirm = () => {
    if (text.trim()) return save.mutate()
    setProblem(missing)
    focusField(id)
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : handleClose())}
      title={title}
      description={description}
      confirmLabel={confirm}
      danger={danger}
      busy={save.isPending}
      busyLabel="Saving..."
      error={
        save.error && !again && !fields[field]
          ? { title: 'Nothing was changed', message: refusal ?? save.error.message }
          : null
      }
      onConfirm={handleConfirm}
    >
      {again ? (
        <SignInAgain
          title={again.title}
          why={again.why}
          returnTo={again.returnTo()}
          onLeave={() => storeTyped(again.keepAs, { text })}
          className="mt-4"
        />
      ) : null}
      {children}
      <TextArea
        id={id}
        label={label}
        hint={hint}
        rows={4}
        maxLength={max}
        fieldClassName="mt-5"
        error={problem ?? fields[field]}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setProblem(undefined)
          if (fields[field]) save.reset()
        }}
      />
    </ConfirmDialog>
  )
}
