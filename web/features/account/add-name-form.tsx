import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FullName } from '#contract/fields.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { currentPath, signInUrl } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

const Values = z.object({ name: FullName })

/** A verified account's first name, which is all that can still be added to it (account-admin §2.5). */
export function AddNameForm() {
  const form = useForm({ resolver: zodResolver(Values), defaultValues: { name: '' } })
  const save = useMutation({
    mutationFn: (body: z.infer<typeof Values>) => api('PUT /api/user/update-profile', { body }),
    onSuccess: async () => {
      await invalidate('GET /api/user/profile', 'GET /api/auth/user')
      toast({
        kind: 'success',
        title: 'Profile Updated',
        description: 'Your profile information has been refreshed.',
      })
    },
    onError: (error) => {
      if (isSignedOut(error)) return window.location.assign(signInUrl(currentPath()))
      const message = error instanceof ApiError ? error.fields.name : undefined
      if (message) form.setError('name', { message }, { shouldFocus: true })
      else
        toast({
          kind: 'error',
          title: 'Update Failed',
          description: error.message || 'Failed to update profile. Please try again.',
        })
    },
  })
  return (
    <form
      noValidate
      className="mb-5"
      onSubmit={(event) => void form.handleSubmit((values) => save.mutate(values))(event)}
    >
      <TextField
        label="Your Name"
        hint="This account has no name yet. Enter yours, as it is in the verification."
        autoComplete="name"
        maxLength={200}
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
      <Button type="submit" className="mt-4" busy={save.isPending} busyLabel="Saving...">
        Save name
      </Button>
    </form>
  )
}
