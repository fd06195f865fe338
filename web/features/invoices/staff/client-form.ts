import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import type { AdminClient } from '#contract/invoices/clients.ts'
import { ApiError, isSignedOut, mayHaveHappened } from '#web/lib/api-error.ts'
import { placeClient } from './queries.ts'

/**
 * A form for a client or part of it: `save` gets the schema's output and returns the client, which is then
 * updated everywhere. `field` is a field's props, `dialog` those of the surrounding dialog.
 */
export function useClientForm<Values extends FieldValues, Fields>({
  schema,
  values,
  save,
  onSaved,
}: {
  schema: z.ZodType<Fields, Values>
  values: Values
  save: (fields: Fields) => Promise<{ client: AdminClient }>
  onSaved: (client: AdminClient) => void
}) {
  const form = useForm<Values, unknown, Fields>({
    resolver: zodResolver(schema),
    defaultValues: values as DefaultValues<Values>,
  })
  const saving = useMutation({
    mutationFn: save,
    // Sent again after a lost answer, it would be refused as a duplicate of itself.
    retry: false,
    onSuccess: async ({ client }) => {
      await placeClient(client)
      onSaved(client)
    },
    onError: (error) => placeFieldErrors(form, error),
  })
  return {
    field: (name: Path<Values>) => ({
      ...form.register(name),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    dialog: {
      busy: saving.isPending,
      error: submitError(saving.error, form.getValues()),
      onSubmit: (event: SubmitEvent<HTMLFormElement>) =>
        void form.handleSubmit((fields) => saving.mutate(fields))(event),
    },
  }
}

/** Shows the server's refusals at their fields, and focuses the first. Returns whether any field shows one. */
export function placeFieldErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  error: unknown,
): boolean {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : []
  const known = fields.filter(([path]) => get(form.getValues(), path) !== undefined)
  known.forEach(([path, message], index) => {
    form.setError(path as FieldPath<Values>, { message }, { shouldFocus: index === 0 })
  })
  return known.length > 0
}

/** Returns why something couldn't be saved, for the form's banner; null if the fields say it. */
export function submitError(
  error: Error | null,
  values: FieldValues,
): { title: string; message: string } | null {
  if (!error) return null
  const isAtField =
    error instanceof ApiError && Object.keys(error.fields).some((path) => get(values, path) !== undefined)
  if (isAtField) return null
  if (isSignedOut(error))
    return {
      title: 'Your session has ended',
      message: 'Sign in again in another tab, then save here. What you typed is kept.',
    }
  if (mayHaveHappened(error))
    return {
      title: 'We don’t know whether this was saved',
      message: `${error.message} Check whether it’s there before you save it again.`,
    }
  return { title: 'This was not saved', message: error.message }
}
