import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { fetchModule } from '#web/lib/fetch-module.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { ConfirmFirst, problemOf } from './confirm-first.tsx'

const NONE_MADE = 'Your browser didn’t make a passkey. Try again, or use another browser or device.'
const HAS_ONE = 'This device already has a passkey for your account.'

/** Names a passkey and has the browser make it. */
export function AddPasskeyDialog({
  onClose,
  onCodes,
}: {
  onClose: () => void
  onCodes: (codes: readonly string[]) => void
}) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const add = useMutation({
    mutationFn: async () => {
      const { options } = await api('POST /api/user/passkeys/options')
      return api('POST /api/user/passkeys', { body: { name, response: await make(options) } })
    },
    retry: false,
    onSuccess: ({ recoveryCodes }) => {
      onClose()
      toast({ kind: 'success', title: 'Passkey added' })
      if (recoveryCodes) onCodes(recoveryCodes)
      return invalidate('GET /api/user/sign-in-methods')
    },
  })
  return (
    <FormDialog
      title="Add a passkey"
      description="Give it a name that tells you where it is. Your browser then asks for your fingerprint, face or PIN."
      submitLabel="Continue"
      busy={add.isPending}
      busyLabel="Waiting for your device..."
      error={problemOf(add.error)}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim()) add.mutate()
        else setProblem('Enter a name')
      }}
      onClose={onClose}
    >
      <ConfirmFirst error={add.error} className="mb-6" />
      <TextField
        label="Name"
        hint="For example, “Work laptop”"
        value={name}
        maxLength={60}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
    </FormDialog>
  )
}

async function make(options: unknown) {
  const { startRegistration, WebAuthnError } = await fetchModule(() => import('@simplewebauthn/browser'))
  try {
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
    return { ...(await startRegistration({ optionsJSON })) }
  } catch (error) {
    const hasOne =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw new Error(hasOne ? HAS_ONE : NONE_MADE, { cause: error })
  }
}
