import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnPasskey } from '#contract/account/sign-in-methods.ts'
import { api } from '#web/lib/api.ts'
import { formatDate, relativeTime } from '#web/lib/dates.ts'
import { fetchModule } from '#web/lib/fetch-module.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RowList } from '#web/ui/row-list.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { ConfirmFirst, problemOf, RemoveMethodDialog } from './app-card.tsx'

const NONE_MADE = 'Your browser didn’t make a passkey. Try again, or use another browser or device.'
const HAS_ONE = 'This device already has a passkey for your account.'

/** The person's passkeys, with a way to add, name and remove one. */
export function PasskeysCard({
  passkeys,
  onCodes,
}: {
  passkeys: readonly OwnPasskey[]
  onCodes: (codes: readonly string[]) => void
}) {
  const [isAdding, setAdding] = useState(false)
  const [renamed, setRenamed] = useState<OwnPasskey>()
  const [removed, setRemoved] = useState<OwnPasskey>()
  return (
    <Card aria-labelledby="passkeys">
      <CardHeader id="passkeys" title="Passkeys">
        <Button onClick={() => setAdding(true)}>Add a passkey</Button>
      </CardHeader>
      <CardBody>
        <p className="text-ink-2">
          Sign in with your fingerprint, your face or your device’s PIN. No one can steal a passkey with a
          fake website.
        </p>
        {passkeys.length ? (
          <RowList className="mt-3">
            {passkeys.map((passkey) => (
              <li key={passkey.id}>
                <div className="min-w-0">
                  <p className="break-words font-semibold">{passkey.name}</p>
                  <p className="text-sm text-ink-3">
                    Added {formatDate(passkey.createdAt)}.{' '}
                    {passkey.lastUsedAt ? `Last used ${relativeTime(passkey.lastUsedAt)}.` : 'Not used yet.'}
                  </p>
                </div>
                <div className="flex flex-wrap gap-2">
                  <Button onClick={() => setRenamed(passkey)}>
                    Rename<span className="sr-only"> {passkey.name}</span>
                  </Button>
                  <Button onClick={() => setRemoved(passkey)}>
                    Remove<span className="sr-only"> {passkey.name}</span>
                  </Button>
                </div>
              </li>
            ))}
          </RowList>
        ) : null}
      </CardBody>
      {isAdding ? <AddPasskeyDialog onClose={() => setAdding(false)} onCodes={onCodes} /> : null}
      {renamed ? <RenameDialog passkey={renamed} onClose={() => setRenamed(undefined)} /> : null}
      {removed ? (
        <RemoveMethodDialog
          title={`Remove “${removed.name}”?`}
          description="You won’t be able to sign in with this passkey. Delete it on your device, too, so that it isn’t offered any more."
          confirmLabel="Remove passkey"
          remove={() => api('DELETE /api/user/passkeys/:id', { params: { id: removed.id } })}
          done="Passkey removed"
          onClose={() => setRemoved(undefined)}
        />
      ) : null}
    </Card>
  )
}

function RenameDialog({ passkey, onClose }: { passkey: OwnPasskey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name)
  const save = useMutation({
    mutationFn: () => api('PUT /api/user/passkeys/:id', { params: { id: passkey.id }, body: { name } }),
    onSuccess: () => {
      onClose()
      return invalidate('GET /api/user/sign-in-methods')
    },
  })
  return (
    <FormDialog
      title="Rename passkey"
      submitLabel="Save name"
      busy={save.isPending}
      error={problemOf(save.error)}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

/** Names a passkey and has the browser create it. */
function AddPasskeyDialog({
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
