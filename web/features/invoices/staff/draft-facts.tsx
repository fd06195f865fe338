import { useQuery } from '@tanstack/react-query'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { MEMO_MAX } from '#contract/invoices/invoice-values.ts'
import { INVOICE_CURRENCIES } from '#contract/money.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { DateFields } from '#web/ui/date-fields.tsx'
import { FieldRow } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ClientPicker } from './client-picker.tsx'
import type { DraftValues } from './draft-values.ts'
import { clientQuery } from './queries.ts'

const NAMES = new Intl.DisplayNames('en-GB', { type: 'currency' })
const CURRENCIES = INVOICE_CURRENCIES.map((value) => ({
  value,
  label: `${value.toUpperCase()}, ${NAMES.of(value.toUpperCase()) ?? value}`,
}))

/** A draft's client, currency and due date. */
export function DraftFacts() {
  const { control, register, setValue, formState } = useFormContext<DraftValues>()
  const { errors } = formState
  return (
    <Card aria-labelledby="draft-facts">
      <CardHeader id="draft-facts" title="Invoice" />
      <CardBody>
        <FieldRow>
          <Controller
            control={control}
            name="client_id"
            render={({ field, fieldState }) => (
              <ClientPicker
                label="Client"
                value={field.value}
                onValueChange={(value) => {
                  // A project belongs to one client.
                  if (value !== field.value) setValue('project_id', '')
                  field.onChange(value)
                }}
                onBlur={field.onBlur}
                ref={field.ref}
                error={fieldState.error?.message}
              />
            )}
          />
          <ProjectField />
        </FieldRow>
        <FieldRow>
          <SelectField
            label="Currency"
            options={CURRENCIES}
            error={errors.currency?.message}
            {...register('currency', { deps: 'lines' })}
          />
          <DayField name="due_on" label="Due date" hint="Needed before it is finalised" />
        </FieldRow>
        <FieldRow>
          <DayField
            name="tax_point"
            label="Date of supply"
            hint="The tax point. Leave it empty and it’s the day of issue."
          />
          <VatInPounds />
        </FieldRow>
        <TextArea
          label="Note on the invoice"
          optional
          rows={2}
          maxLength={MEMO_MAX}
          error={errors.memo?.message}
          {...register('memo')}
        />
      </CardBody>
    </Card>
  )
}

/** An optional date. */
function DayField({ name, label, hint }: { name: 'due_on' | 'tax_point'; label: string; hint: string }) {
  const { control } = useFormContext<DraftValues>()
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <DateFields
          label={label}
          optional
          hint={hint}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          ref={field.ref}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

/** A VAT invoice in another currency also states its VAT in pounds. */
function VatInPounds() {
  const { register, control, formState } = useFormContext<DraftValues>()
  const currency = useWatch({ control, name: 'currency' })
  if (currency === 'gbp') return null
  return (
    <TextField
      label="Total VAT in pounds"
      optional
      inputMode="decimal"
      autoComplete="off"
      hint="At HMRC’s rate for the tax point. Needed where the invoice has VAT."
      error={formState.errors.vat_gbp?.message}
      {...register('vat_gbp')}
    />
  )
}

function ProjectField() {
  const { register, control, formState } = useFormContext<DraftValues>()
  const clientId = useWatch({ control, name: 'client_id' })
  const { data, isError } = useQuery({ ...clientQuery(Number(clientId)), enabled: clientId !== '' })
  const projects = data?.client.projects ?? []
  return (
    <SelectField
      // The options load after the draft's initial value.
      key={projects.length}
      label="Project"
      optional
      placeholder="None in particular"
      hint={isError ? 'The projects could not be loaded.' : undefined}
      options={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
      error={formState.errors.project_id?.message}
      {...register('project_id')}
    />
  )
}
