import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { NAME_MAX } from '#contract/fields.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

/** Invites one person (account-admin §2, Beta invitation dialog). */
export function SendInvitationDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const send = useMutation({
    mutationFn: (body: { email: string; name: string }) => api('POST /api/admin/beta-invitation', { body }),
    onSuccess: async ({ alreadyInvited, message }) => {
      await invalidate('GET /api/admin/beta-invites')
      toast(
        alreadyInvited
          ? { kind: 'info', title: 'Already Invited', description: message }
          : { kind: 'success', title: 'Invitation Sent', description: message },
      )
      onClose()
    },
    onError: (error) => toast({ kind: 'error', title: 'Invitation Failed', description: error.message }),
  })
  const fields = send.error instanceof ApiError ? send.error.fields : {}
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (email.trim()) return send.mutate({ email, name })
    toast({
      kind: 'error',
      title: 'Email Required',
      description: 'Enter the email address of the person to invite.',
    })
    event.currentTarget.querySelector<HTMLInputElement>('[name="email"]')?.focus()
  }
  return (
    <FormDialog
      title="Send Beta Invitation"
      description="They get an email with a link to create their account. It is open for 14 days."
      submitLabel="Send Invitation"
      busy={send.isPending}
      busyLabel="Sending..."
      error={
        send.error && !Object.keys(fields).length
          ? { title: 'Invitation Failed', message: send.error.message }
          : null
      }
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        error={fields.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Name"
        name="name"
        optional
        autoComplete="off"
        maxLength={NAME_MAX}
        value={name}
        error={fields.name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
