import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useBlocker, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { signInUrl } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { LeaveDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { CannotInvoice } from './cannot-invoice.tsx'
import { placeFieldErrors } from './client-form.ts'
import { DraftFacts } from './draft-facts.tsx'
import { DraftLines } from './draft-lines.tsx'
import { type DraftValues, draftFields, draftValues, InvoiceDraftForm } from './draft-values.ts'
import { clientQuery, placeInvoice } from './queries.ts'

/** Edits a draft: its client, its lines with their totals as they are typed, and its due date. */
export function DraftEditor({
  invoice,
  clientId,
  onLoadTheirs,
}: {
  invoice?: AdminInvoice
  clientId?: number
  /** Starts again with the draft's current version. */
  onLoadTheirs?: () => void
}) {
  const navigate = useNavigate()
  const isSaved = useRef(false)
  // Sent again after a lost answer, it creates the same draft.
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
    // A change sent again after a lost answer would conflict with itself.
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
        <ChosenClient />
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

/** What prevents an invoice to the chosen client. */
function ChosenClient() {
  const clientId = useWatch<DraftValues, 'client_id'>({ name: 'client_id' })
  const { data } = useQuery({ ...clientQuery(Number(clientId)), enabled: clientId !== '' })
  return <CannotInvoice client={data?.client} />
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

/** Why a draft wasn't saved; if someone else changed it first, offers its current version. */
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
