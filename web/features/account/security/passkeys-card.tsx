import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnPasskey } from '#contract/account/sign-in-methods.ts'
import { api } from '#web/lib/api.ts'
import { formatDate, relativeTime } from '#web/lib/dates.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { ConfirmFirst, problemOf } from './confirm-first.tsx'

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
          <ul className="ac-sessions mt-3">
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
          </ul>
        ) : null}
      </CardBody>
      {isAdding ? <AddPasskeyDialog onClose={() => setAdding(false)} onCodes={onCodes} /> : null}
      {renamed ? <RenameDialog passkey={renamed} onClose={() => setRenamed(undefined)} /> : null}
      {removed ? <RemoveDialog passkey={removed} onClose={() => setRemoved(undefined)} /> : null}
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

function RemoveDialog({ passkey, onClose }: { passkey: OwnPasskey; onClose: () => void }) {
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/user/passkeys/:id', { params: { id: passkey.id } }),
    onSuccess: () => {
      onClose()
      toast({ kind: 'success', title: 'Passkey removed' })
      return invalidate('GET /api/user/sign-in-methods')
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Remove “${passkey.name}”?`}
      description="You won’t be able to sign in with this passkey. Delete it on your device, too, so that it isn’t offered any more."
      confirmLabel="Remove passkey"
      danger
      busy={remove.isPending}
      busyLabel="Removing..."
      error={problemOf(remove.error)}
      onConfirm={() => remove.mutate()}
    >
      <ConfirmFirst error={remove.error} className="mt-4" />
    </ConfirmDialog>
  )
}
