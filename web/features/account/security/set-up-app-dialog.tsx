import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { ConfirmFirst, problemOf } from './confirm-first.tsx'

/** White around a code for cameras, in squares of it. */
const QUIET = 4

/** Brings a secret into an app, as a picture or as a text, and takes its first code. */
export function SetUpAppDialog({
  setUp,
  onClose,
  onCodes,
}: {
  setUp: Answer<'POST /api/user/authenticator-app'>
  onClose: () => void
  onCodes: (codes: readonly string[]) => void
}) {
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => api('POST /api/user/authenticator-app/confirm', { body: { code } }),
    retry: false,
    onSuccess: ({ recoveryCodes }) => {
      onClose()
      toast({ kind: 'success', title: 'Authenticator app added' })
      if (recoveryCodes) onCodes(recoveryCodes)
      return invalidate('GET /api/user/sign-in-methods')
    },
  })
  const problem = confirm.error instanceof ApiError ? confirm.error.fields.code : undefined
  const { size, path } = setUp.qr
  const width = size + 2 * QUIET
  return (
    <FormDialog
      title="Set up your authenticator app"
      description="Scan this code with your app, then enter the 6 digits that it shows."
      submitLabel="Turn on"
      busy={confirm.isPending}
      error={problem ? null : problemOf(confirm.error)}
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate()
      }}
      onClose={onClose}
    >
      <ConfirmFirst error={confirm.error} className="mb-6" />
      <svg
        className="mx-auto block w-[200px] rounded-md"
        viewBox={`${-QUIET} ${-QUIET} ${width} ${width}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label="Code to scan with your authenticator app"
      >
        {/* Black on white in either theme: cameras look for that. */}
        <rect x={-QUIET} y={-QUIET} width={width} height={width} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <p className="mt-4 text-ink-2">
        Can’t scan it? Enter this key in your app:{' '}
        <span className="mono break-all">{setUp.secret.replace(/.{4}(?=.)/g, '$& ')}</span>
      </p>
      <TextField
        label="6-digit code"
        fieldClassName="mt-5"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        value={code}
        error={problem}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
