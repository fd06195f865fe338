import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { invalidate, queryClient } from '#web/lib/query-client.ts'
import { currentPath, signInUrl } from '#web/lib/session.ts'
import { signOut } from '#web/lib/sign-out.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { needsEmailQuery } from './queries.ts'

/** Text, an at sign, text, a dot and text, without spaces (account-admin §5.1). */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const INVALID = 'Please enter a valid email address'

/** Asks for the missing email; the only other way out is to log out (account-admin §4.5). */
export function EmailDialog() {
  const formId = useId()
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const refuse = (message: string) => {
    setError(message)
    field.current?.focus()
  }
  const save = useMutation({
    mutationFn: () => api('POST /api/user/update-email', { body: { email: email.trim() } }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(needsEmailQuery.queryKey, { needsEmail: false })
      await invalidate('GET /api/auth/user', 'GET /api/user/profile')
      toast({
        kind: 'success',
        title: 'Email updated',
        ...(!saved.confirmed && { description: `Follow the link we mailed to ${saved.email}.` }),
      })
    },
    onError: (failure) => {
      if (isSignedOut(failure)) return window.location.assign(signInUrl(currentPath()))
      refuse(failureText(failure))
      if (isUnreachable(failure))
        toast({ kind: 'error', title: 'Failed to connect to the server. Please try again.' })
    },
  })
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (save.isPending) return
    if (email.trim() === '') remind()
    if (!ADDRESS.test(email.trim())) return refuse(INVALID)
    setError(undefined)
    save.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      dismissible={false}
      onDismissRefused={remind}
      size="sm"
      title="What is your email?"
      description="We’ll write to it about your account. We’ll email you a link to confirm that it’s yours."
      footer={
        <>
          <Button variant="tertiary" className="flex-none!" onClick={signOut}>
            Log out
          </Button>
          <Button form={formId} type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
            Save email
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="mt-5" onSubmit={handleSubmit}>
        <TextField
          ref={field}
          label="Email"
          type="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          error={error}
          onChange={(event) => {
            setEmail(event.target.value)
            if (error) setError(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}

function remind(): void {
  toast({
    kind: 'warning',
    title: 'Email Required',
    description: 'Enter your email to continue, or log out.',
  })
}

function isUnreachable(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 0
}

/** The message from the specification's catalogue (account-admin §8.1). */
function failureText(failure: unknown): string {
  if (!(failure instanceof ApiError)) return 'Failed to update email'
  if (isUnreachable(failure)) return 'Failed to update email. Please try again.'
  // For an address in use by someone else, the server sends the specification's message.
  return failure.fields.email ?? (failure.message || 'Failed to update email')
}
