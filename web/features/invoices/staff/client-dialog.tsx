import { useState } from 'react'
import type { z } from 'zod'
import { ADDRESS_MAX, NAME_MAX } from '#contract/fields.ts'
import { ClientFields } from '#contract/invoices/client-fields.ts'
import type { AdminClient } from '#contract/invoices/clients.ts'
import { CLIENT_TYPE_LABELS, CLIENT_TYPES } from '#contract/invoices/invoice-values.ts'
import { clientTaxRefusal } from '#domain/invoices/client-tax-number.ts'
import { api } from '#web/lib/api.ts'
import { COUNTRIES } from '#web/lib/countries.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useClientForm } from './client-form.ts'

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
  // Sent again after a lost answer, it creates the same client.
  const [key] = useState(() => crypto.randomUUID())
  const { field, dialog } = useClientForm({
    schema: CheckedFields,
    values: valuesOf(client),
    save: (body) =>
      client
        ? api('PUT /api/admin/clients/:id', { params: { id: client.id }, body })
        : api('POST /api/admin/clients', { body: { ...body, request_key: key } }),
    onSaved: (saved) => {
      toast({ kind: 'success', title: client ? 'Client changed' : 'Client created' })
      onClose()
      onSaved?.(saved)
    },
  })
  return (
    <FormDialog
      title={client ? 'Edit client' : 'New client'}
      description={client ? 'Issued invoices keep what they say.' : undefined}
      submitLabel={client ? 'Save changes' : 'Create client'}
      {...dialog}
      onClose={onClose}
    >
      <TextField label="Name" autoComplete="off" maxLength={NAME_MAX} {...field('name')} />
      <SelectField label="Type" options={TYPES} {...field('client_type')} />
      <TextField
        label="Billing email"
        optional
        type="email"
        autoComplete="off"
        hint="Gets invoice emails as well as the client’s own people."
        {...field('billing_email')}
      />
      <TextArea
        label="Address"
        optional
        rows={3}
        autoComplete="off"
        maxLength={ADDRESS_MAX}
        hint="Every VAT invoice shows it."
        {...field('address')}
      />
      <SelectField
        label="Country"
        optional
        placeholder="Not set"
        options={COUNTRIES}
        hint="The country of the tax number."
        {...field('country')}
      />
      <TextField label="Tax number" optional autoComplete="off" maxLength={40} {...field('tax_number')} />
      <TextField
        label="Stripe customer id"
        optional
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Where invoices are collected through Stripe; made at the first issue if you leave it empty."
        {...field('stripe_customer_id')}
      />
    </FormDialog>
  )
}

/** The same as the server checks, with the tax number of a UK client. */
const CheckedFields = ClientFields.superRefine((fields, context) => {
  const message = clientTaxRefusal(fields)
  if (message) context.addIssue({ code: 'custom', path: ['tax_number'], message })
})

function valuesOf(client: AdminClient | undefined): z.input<typeof ClientFields> {
  return {
    name: client?.name ?? '',
    client_type: client?.client_type === 'individual' ? 'individual' : 'company',
    billing_email: client?.billing_email ?? '',
    address: client?.address ?? '',
    country: client?.country ?? '',
    tax_number: client?.tax_number ?? '',
    stripe_customer_id: client?.stripe_customer_id ?? '',
  }
}
