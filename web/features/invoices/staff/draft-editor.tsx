import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useBlocker, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Controller, FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import { MEMO_MAX } from '#contract/invoices/invoice-values.ts'
import { INVOICE_CURRENCIES } from '#contract/money.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { signInUrl } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { LeaveDialog } from '#web/ui/confirm-dialog.tsx'
import { DateFields } from '#web/ui/date-fields.tsx'
import { FieldRow } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { placeFieldErrors } from './client-form.ts'
import { ClientPicker } from './client-picker.tsx'
import { DraftLines } from './draft-lines.tsx'
import { type DraftValues, draftFields, draftValues, InvoiceDraftForm } from './draft-values.ts'
import { clientQuery, placeInvoice } from './queries.ts'

/** Writes a draft: whom it is for, its lines with what they come to as they are typed, and when it will be due. */
export function DraftEditor({
  invoice,
  clientId,
  onLoadTheirs,
}: {
  invoice?: AdminInvoice
  clientId?: number
  /** Starts again with the draft as it is now. */
  onLoadTheirs?: () => void
}) {
  const navigate = useNavigate()
  const isSaved = useRef(false)
  // Sent again after an answer that was lost, it is the same draft.
  const [key] = useState(() => crypto.randomUUID())
  const form = useForm<DraftValues>({
    resolver: zodResolver(InvoiceDraftForm),
    defaultValues: draftValues(invoice, clientId),
  })
  const { isDirty } = form.formState
  const save = useMutation({
    mutationFn: (values: DraftValues) => {
      const fields = draftFields(values)
      return invoice
        ? api('PUT /api/admin/invoices/:id', {
            params: { id: invoice.id },
            body: { ...fields, version: invoice.version },
          })
        : api('POST /api/admin/invoices', { body: { ...fields, request_key: key } })
    },
    // A change that is sent again after an answer that was lost would be in conflict with itself.
    retry: false,
    onSuccess: async ({ invoice: saved }) => {
      await placeInvoice(saved)
      isSaved.current = true
      toast({ kind: 'success', title: 'Draft saved' })
      await navigate({ to: '/admin/invoices/$id', params: { id: saved.id }, replace: !invoice })
    },
    onError: (error) => placeFieldErrors(form, error),
  })
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void form.handleSubmit((values) => save.mutate(values))(event)}>
        <DraftFacts />
        <DraftLines />
        <DraftRefusal
          error={save.error}
          onLoad={() => {
            save.reset()
            onLoadTheirs?.()
          }}
        />
        <div className="mt-6 flex flex-wrap gap-3">
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
            Save draft
          </Button>
          <Link
            className={buttonClass()}
            {...(invoice
              ? ({ to: '/admin/invoices/$id', params: { id: invoice.id } } as const)
              : ({ to: '/admin/invoices' } as const))}
          >
            Cancel
          </Link>
        </div>
        <p className="mt-3 text-sm text-ink-3">The client can’t see this until you finalise it.</p>
      </form>
      <UnsavedGuard hasUnsaved={() => isDirty && !isSaved.current} />
    </FormProvider>
  )
}

/** Asks before what was typed is lost by leaving the page. */
function UnsavedGuard({ hasUnsaved }: { hasUnsaved: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: hasUnsaved,
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  })
  return (
    <LeaveDialog
      blocker={blocker}
      description="Your changes to the draft are not saved yet."
      confirmLabel="Leave without saving"
    />
  )
}

/** Why a draft was not saved; when someone else was faster, it offers the draft as it is now. */
function DraftRefusal({ error, onLoad }: { error: Error | null; onLoad: () => void }) {
  if (!error) return null
  if (error instanceof ApiError && error.code === 'STALE_VERSION')
    return (
      <Banner
        kind="warning"
        title="Someone else changed this draft after you opened it"
        live
        className="mt-6"
      >
        Nothing was overwritten, and what you typed is still here.{' '}
        <button type="button" className="link" onClick={onLoad}>
          Discard my changes and load theirs
        </button>
      </Banner>
    )
  if (isSignedOut(error))
    return (
      <Banner kind="warning" title="Your session has ended" live className="mt-6">
        What you typed is kept on this page.{' '}
        <a className="link" href={signInUrl('/admin/dashboard')} target="_blank" rel="noreferrer">
          Sign in again in a new tab
        </a>
        , then save again here.
      </Banner>
    )
  const details = error instanceof ApiError ? [...new Set(Object.values(error.fields))] : []
  return (
    <Banner kind="error" title="The draft was not saved" live className="mt-6">
      {details.length > 1 ? 'Look at the fields that are marked above.' : error.message}
    </Banner>
  )
}

const NAMES = new Intl.DisplayNames('en-GB', { type: 'currency' })
const CURRENCIES = INVOICE_CURRENCIES.map((value) => ({
  value,
  label: `${value.toUpperCase()}, ${NAMES.of(value.toUpperCase()) ?? value}`,
}))

/** Whom a draft is for, in which currency, and when it will be due. */
function DraftFacts() {
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

/** A day that may be left empty. */
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

/** A VAT invoice in another currency states its VAT in pounds, too. */
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
      // The options come later than the value that a draft begins with.
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
