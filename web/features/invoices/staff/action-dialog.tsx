import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import { ENTRY_NOTE_MAX } from '#contract/invoices/invoice-values.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { ACTIONS, act, type InvoiceAction, type InvoiceOutcome } from './invoice-commands.ts'
import { clientQuery, placeInvoice, rereadInvoice } from './queries.ts'

/**
 * Asks before an action on an invoice. A refusal is shown in the dialog, while the page behind shows the
 * invoice's state.
 */
export function ActionDialog({
  invoice,
  action,
  onClose,
}: {
  invoice: AdminInvoice
  action: InvoiceAction
  onClose: () => void
}) {
  const noteId = useId()
  const navigate = useNavigate()
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState<string>()
  const text = ACTIONS[action]
  const isMailed = useIsMailed(invoice.client_id)
  const command = useMutation({
    mutationFn: () => act(action, invoice, note.trim()),
    // After a lost answer the refetched page shows whether the command was executed.
    retry: false,
    onSuccess: async (outcome) => {
      onClose()
      if (action === 'delete') await navigate({ to: '/admin/invoices', replace: true })
      if (outcome.invoice) await placeInvoice(outcome.invoice)
      else await (action === 'delete' ? invalidate('GET /api/admin/invoices') : rereadInvoice())
      toast(doneToast(text.done, outcome))
    },
    onError: () => rereadInvoice(),
  })
  const handleConfirm = () => {
    if (!text.note || note.trim()) return command.mutate()
    setMissing(text.note.missing)
    focusField(noteId)
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={text.question(invoice)}
      description={`${text.description(invoice)} ${isMailed ? (text.mails?.(invoice) ?? '') : ''}`}
      confirmLabel={text.confirm}
      danger={text.danger}
      busy={command.isPending}
      busyLabel={text.busy}
      error={command.error && refusalOf(command.error)}
      onConfirm={handleConfirm}
    >
      {text.mails ? <NoOneToTell clientId={invoice.client_id} /> : null}
      {text.note ? (
        <TextField
          id={noteId}
          label={text.note.label}
          hint={text.note.hint}
          autoComplete="off"
          maxLength={ENTRY_NOTE_MAX}
          fieldClassName="mt-5"
          error={missing}
          value={note}
          onChange={(event) => {
            setNote(event.target.value)
            setMissing(undefined)
          }}
        />
      ) : null}
    </ConfirmDialog>
  )
}

/** Whether emails about a client's invoices reach anyone, which is assumed until the client is loaded. */
function useIsMailed(clientId: number): boolean {
  const { data } = useQuery(clientQuery(clientId))
  return !data || data.client.people.length > 0 || data.client.billing_email !== null
}

/** Warns that a client has no address for its emails. */
export function NoOneToTell({ clientId }: { clientId: number }) {
  if (useIsMailed(clientId)) return null
  return (
    <Banner kind="warning" title="No one will be emailed" className="mt-4">
      The client has neither people nor a billing email.{' '}
      <Link to="/admin/clients/$id" params={{ id: String(clientId) }}>
        Open the client
      </Link>
    </Banner>
  )
}

function doneToast(title: string, { sent }: InvoiceOutcome) {
  if (sent === undefined) return { kind: 'success' as const, title }
  if (sent > 0)
    return {
      kind: 'success' as const,
      title,
      description: sent === 1 ? 'To 1 address' : `To ${sent} addresses`,
    }
  return {
    kind: 'warning' as const,
    title: 'No one was emailed',
    description: 'It was sent a moment ago, or the client has no email address.',
  }
}

function refusalOf(error: Error) {
  const details = error instanceof ApiError ? [...new Set(Object.values(error.fields))] : []
  return {
    title: 'Nothing was changed',
    message: details.length > 1 ? details.join(' ') : error.message,
  }
}
