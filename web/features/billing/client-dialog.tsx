import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { CLIENT_TYPE_LABELS, CLIENT_TYPES } from '#contract/billing.ts'
import { ClientFields } from '#contract/client-fields.ts'
import type { AdminClient } from '#contract/clients.ts'
import { ADDRESS_MAX, NAME_MAX } from '#contract/fields.ts'
import { api } from '#web/lib/api.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { placeFieldErrors, submitError } from './form-errors.ts'
import { placeClient } from './queries.ts'

type Values = z.input<typeof ClientFields>

const TYPES = CLIENT_TYPES.map((value) => ({ value, label: CLIENT_TYPE_LABELS[value] }))

/** Creates a client, or changes the one given. */
export function ClientDialog({
  client,
  onClose,
  onSaved,
}: {
  client?: AdminClient
  onClose: () => void
  onSaved?: (saved: AdminClient) => void
}) {
  const form = useForm<Values, unknown, ClientFields>({
    resolver: zodResolver(ClientFields),
    defaultValues: valuesOf(client),
  })
  const { errors } = form.formState
  const save = useMutation({
    mutationFn: (body: ClientFields) =>
      client
        ? api('PUT /api/admin/clients/:id', { params: { id: client.id }, body })
        : api('POST /api/admin/clients', { body }),
    // Sent again after an answer that was lost, it would be refused as the double of itself.
    retry: false,
    onSuccess: async (answer) => {
      await placeClient(answer.client)
      toast({ kind: 'success', title: client ? 'Client changed' : 'Client created' })
      onClose()
      onSaved?.(answer.client)
    },
    onError: (error) => placeFieldErrors(form, error),
  })
  return (
    <FormDialog
      title={client ? 'Edit client' : 'New client'}
      description={client ? 'Issued invoices keep what they say.' : undefined}
      submitLabel={client ? 'Save changes' : 'Create client'}
      busy={save.isPending}
      error={submitError(save.error, form.getValues())}
      onSubmit={(event) => void form.handleSubmit((body) => save.mutate(body))(event)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={NAME_MAX}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <SelectField
        label="Type"
        options={TYPES}
        error={errors.client_type?.message}
        {...form.register('client_type')}
      />
      <TextField
        label="Billing email"
        optional
        type="email"
        autoComplete="off"
        hint="Gets the mails about invoices beside the client’s own people."
        error={errors.billing_email?.message}
        {...form.register('billing_email')}
      />
      <TextArea
        label="Address"
        optional
        rows={3}
        autoComplete="off"
        maxLength={ADDRESS_MAX}
        error={errors.address?.message}
        {...form.register('address')}
      />
      <TextField
        label="Tax number"
        optional
        autoComplete="off"
        maxLength={40}
        error={errors.tax_number?.message}
        {...form.register('tax_number')}
      />
      <TextField
        label="Stripe customer id"
        optional
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Where invoices are collected through Stripe; made at the first issue if you leave it empty."
        error={errors.stripe_customer_id?.message}
        {...form.register('stripe_customer_id')}
      />
    </FormDialog>
  )
}

function valuesOf(client: AdminClient | undefined): Values {
  return {
    name: client?.name ?? '',
    client_type: client?.client_type === 'individual' ? 'individual' : 'company',
    billing_email: client?.billing_email ?? '',
    address: client?.address ?? '',
    tax_number: client?.tax_number ?? '',
    stripe_customer_id: client?.stripe_customer_id ?? '',
  }
}
