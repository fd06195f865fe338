import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { AdminClient } from '#contract/invoices/clients.ts'
import { placeFieldErrors, submitError } from './form-errors.ts'
import { placeClient } from './queries.ts'

/**
 * A form about a client or a part of it: `save` is given what the schema made of it and answers with the client, which
 * then shows wherever it is seen. `field` is what a field needs, `dialog` what the dialog around them does.
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
    // Sent again after an answer that was lost, it would be refused as the double of itself.
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
