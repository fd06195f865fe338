import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import { ENTRY_NOTE_MAX } from '#contract/invoices/invoice-values.ts'
import { formatMoney } from '#contract/money.ts'
import {
  type Balance,
  dueOf,
  entryRefusal,
  type InvoiceEntry,
  largestEntry,
  refundWithCredit,
} from '#domain/invoices/invoice-balance.ts'
import { receivedDay } from '#domain/invoices/invoice-dates.ts'
import { amountText, parseAmount } from '#domain/invoices/money-input.ts'
import { londonDate } from '#domain/plain-date.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { DateFields } from '#web/ui/date-fields.tsx'
import { partsFromIso } from '#web/ui/date-parts.ts'
import { focusField } from '#web/ui/focus-field.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { NoOneToTell } from './action-dialog.tsx'
import { submitError } from './client-form.ts'
import { placeInvoice, rereadInvoice } from './queries.ts'

/** The fields, with the server's names, so that its refusals find them. */
type Values = { amount: string; note: string; refund_note: string }
type Problems = Partial<Values & { received_on: string }>

/** Enters a payment, a credit note or a refund on an invoice, with its result as it is typed. */
export function EntryDialog({
  invoice,
  kind,
  onClose,
}: {
  invoice: AdminInvoice
  kind: EntryKind
  onClose: () => void
}) {
  const id = useId()
  const { currency } = invoice
  const balance = shownBalance(invoice)
  const most = largestEntry(balance, kind)
  // Lets the server recognise the entry if it is sent again after a lost answer.
  const [key] = useState(() => crypto.randomUUID())
  const [values, setValues] = useState<Values>({
    amount: kind === 'payment' ? amountText(most, currency) : '',
    note: '',
    refund_note: '',
  })
  const [today] = useState(() => londonDate(new Date()))
  const [received, setReceived] = useState({ parts: partsFromIso(today), day: today as string | null })
  const [problems, setProblems] = useState<Problems>({})
  const text = ENTRY_TEXT[kind]
  const amount = parseAmount(values.amount, currency)
  const refusal = amount === null ? null : entryRefusal(balance, { kind, amount }, currency)
  const goesBack = kind === 'credit' && amount !== null && !refusal && refundWithCredit(balance, amount) > 0
  const saving = useMutation({
    mutationFn: (sum: number) =>
      send(invoice.id, kind, { ...values, amount: sum, receivedOn: received.day ?? today, key, goesBack }),
    onSuccess: async ({ invoice: after }) => {
      onClose()
      await placeInvoice(after)
      toast({ kind: 'success', title: text.done })
    },
    onError: (error) => {
      const { reason, ...fields } = error instanceof ApiError ? error.fields : {}
      setProblems({ ...fields, ...(reason && { note: reason }) })
      void rereadInvoice()
    },
  })
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (saving.isPending) return
    const found = problemsOf()
    setProblems(found)
    const [first] = Object.keys(found)
    if (first === 'received_on') focusField(`${id}-received_on-day`)
    else if (first) focusField(`${id}-${first}`)
    else if (amount !== null) saving.mutate(amount)
  }
  const { refusal: dayProblem } = receivedDay(received.day, {
    issuedOn: invoice.issued_at ? londonDate(new Date(invoice.issued_at)) : today,
    today,
  })
  const problemsOf = (): Problems => ({
    ...(amount === null
      ? { amount: `Enter an amount, like ${amountText(most, currency)}` }
      : refusal && { amount: refusal }),
    ...(kind === 'payment' && dayProblem && { received_on: dayProblem }),
    ...(values.note.trim() === '' && { note: text.noteMissing }),
    ...(goesBack &&
      values.refund_note.trim() === '' && {
        refund_note: 'Say how it goes back, such as the reference of the transfer',
      }),
  })
  const field = (name: keyof Values) => ({
    id: `${id}-${name}`,
    autoComplete: 'off',
    maxLength: name === 'amount' ? 20 : ENTRY_NOTE_MAX,
    error: problems[name],
    value: values[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      setProblems({ ...problems, [name]: undefined })
    },
  })
  return (
    <FormDialog
      title={text.title}
      description={text.description}
      submitLabel={text.submit}
      busy={saving.isPending}
      error={submitError(saving.error, { ...values, reason: '', received_on: '' })}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <NoOneToTell clientId={invoice.client_id} />
      <TextField
        {...field('amount')}
        label={`Amount in ${currency.toUpperCase()}`}
        hint={`Up to ${formatMoney(most, currency)}`}
        inputMode="decimal"
      />
      <p className="text-sm text-ink-2" aria-live="polite">
        {amount === null || amount === 0 || refusal ? null : outcomeText(invoice, kind, amount)}
      </p>
      {kind === 'payment' ? (
        <DateFields
          id={`${id}-received_on`}
          label="Day received"
          value={received.parts}
          onChange={(parts, day) => {
            setReceived({ parts, day })
            setProblems({ ...problems, received_on: undefined })
          }}
          error={problems.received_on}
        />
      ) : null}
      <TextField {...field('note')} label={text.noteLabel} hint={text.noteHint} />
      {goesBack ? (
        <TextField
          {...field('refund_note')}
          label="How the money goes back"
          hint="For the record, such as the reference of a transfer. Staff only."
        />
      ) : null}
    </FormDialog>
  )
}

interface Entry {
  amount: number
  note: string
  refund_note: string
  receivedOn: string
  key: string
  goesBack: boolean
}

function send(id: string, kind: EntryKind, { amount, note, refund_note, receivedOn, key, goesBack }: Entry) {
  const params = { id }
  const body = { amount, note: note.trim(), request_key: key }
  switch (kind) {
    case 'payment':
      return api('POST /api/admin/invoices/:id/payments', {
        params,
        body: { ...body, received_on: receivedOn },
      })
    case 'credit':
      return api('POST /api/admin/invoices/:id/credit-notes', {
        params,
        body: {
          ...{ amount, reason: note.trim(), request_key: key },
          ...(goesBack && { refund_note: refund_note.trim() }),
        },
      })
    case 'refund':
      return api('POST /api/admin/invoices/:id/refunds', { params, body })
    default:
      return kind satisfies never
  }
}

export type EntryKind = InvoiceEntry['kind']

interface EntryText {
  label: string
  title: string
  description: string
  noteLabel: string
  noteHint: string
  noteMissing: string
  submit: string
  done: string
}

/** The texts for everything that staff enter on an invoice, in the order offered. */
export const ENTRY_TEXT: Readonly<Record<EntryKind, EntryText>> = {
  payment: {
    label: 'Record payment',
    title: 'Record a payment?',
    description: 'For money that came another way, such as by bank transfer. We’ll email the client.',
    noteLabel: 'How it was paid',
    noteHint: 'For the record, such as the reference of a transfer. Staff only.',
    noteMissing: 'Say how it was paid, such as the reference of the transfer',
    submit: 'Record payment',
    done: 'Payment recorded',
  },
  credit: {
    label: 'Issue credit note',
    title: 'Issue a credit note?',
    description:
      'It gets a number of its own and can’t be changed. VAT is taken off at the rates of the invoice. We’ll email the client.',
    noteLabel: 'Reason',
    noteHint: 'The client reads it on the invoice.',
    noteMissing: 'Say why, in words that the client may read',
    submit: 'Issue credit note',
    done: 'Credit note issued',
  },
  refund: {
    label: 'Record refund',
    title: 'Record a refund?',
    description:
      'For money you’ve sent back. The amount is due again; if the client no longer owes it, issue a credit note instead. A payment recorded by mistake is reversed at that payment.',
    noteLabel: 'How it went back',
    noteHint: 'For the record, such as the reference of a transfer. Staff only.',
    noteMissing: 'Say how it went back, such as the reference of the transfer',
    submit: 'Record refund',
    done: 'Refund recorded',
  },
}

/** Returns an invoice's balance as shown. */
function shownBalance({ total, amount_paid, amount_credited, amount_refunded }: AdminInvoice): Balance {
  return { total, paid: amount_paid, credited: amount_credited, refunded: amount_refunded }
}

/** Returns what can be entered on an invoice now; nothing if its provider manages it. */
export function possibleEntries(invoice: AdminInvoice): EntryKind[] {
  if (invoice.provider_ref || !['open', 'paid', 'uncollectible'].includes(invoice.status)) return []
  const balance = shownBalance(invoice)
  const kinds: EntryKind[] = ['payment', 'credit', 'refund']
  return kinds.filter((kind) => largestEntry(balance, kind) > 0)
}

/** Returns one sentence about the result of an entry with this amount. */
function outcomeText(invoice: AdminInvoice, kind: EntryKind, amount: number): string {
  const money = (sum: number) => formatMoney(sum, invoice.currency)
  const balance = shownBalance(invoice)
  const due = dueOf(balance)
  if (kind === 'refund') return `${money(due + amount)} will be due.`
  const back = kind === 'credit' ? refundWithCredit(balance, amount) : 0
  if (back > 0) return `${money(back)} of it has been paid and goes back to the client.`
  return due === amount ? 'Nothing more will be due.' : `${money(due - amount)} will still be due.`
}
