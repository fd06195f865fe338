import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import { ENTRY_NOTE_MAX } from '#contract/invoices/invoice-values.ts'
import { formatMoney } from '#contract/money.ts'
import { api } from '#web/lib/api.ts'
import { focusField } from '#web/ui/focus-field.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { NoOneToTell } from './action-dialog.tsx'
import { submitError } from './client-form.ts'
import { placeInvoice, rereadInvoice } from './queries.ts'

const MISSING = 'Say what the mistake was'

type Payment = AdminInvoice['payments'][number]

/** Whether a payment can be reversed because no money came: staff recorded it, on an invoice of our own. */
export function canReverse(invoice: AdminInvoice, { method, status, amount }: Payment): boolean {
  if (invoice.provider_ref || invoice.cannot_record) return false
  const isReturned = amount > invoice.amount_paid - invoice.amount_refunded
  return method === 'recorded' && status === 'succeeded' && !isReturned
}

/** Asks for the reason, and reverses a payment that was recorded by mistake. */
export function ReverseDialog({
  invoice,
  payment,
  onClose,
}: {
  invoice: AdminInvoice
  payment: Payment
  onClose: () => void
}) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState<string>()
  const saving = useMutation({
    mutationFn: () =>
      api('POST /api/admin/invoices/:id/payments/:attempt/reversal', {
        params: { id: invoice.id, attempt: payment.attempt },
        body: { reason: reason.trim() },
      }),
    onSuccess: async ({ invoice: after }) => {
      onClose()
      await placeInvoice(after)
      toast({ kind: 'success', title: 'Payment reversed' })
    },
    onError: () => void rereadInvoice(),
  })
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (saving.isPending) return
    if (reason.trim()) return saving.mutate()
    setMissing(MISSING)
    focusField(id)
  }
  return (
    <FormDialog
      title="Recorded by mistake?"
      description={`No money came: ${formatMoney(payment.amount, invoice.currency)} will be due again, and nothing counts as sent back. We’ll email the client that we were wrong. For money that you did send back, record a refund.`}
      submitLabel="Reverse payment"
      busy={saving.isPending}
      error={submitError(saving.error, { reason })}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <NoOneToTell clientId={invoice.client_id} />
      <TextField
        id={id}
        label="What was the mistake?"
        hint="For the record. Staff only."
        autoComplete="off"
        maxLength={ENTRY_NOTE_MAX}
        error={missing}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value)
          setMissing(undefined)
        }}
      />
    </FormDialog>
  )
}
