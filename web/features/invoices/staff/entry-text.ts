import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import { formatMoney } from '#contract/money.ts'
import {
  type Balance,
  dueOf,
  type InvoiceEntry,
  largestEntry,
  refundWithCredit,
} from '#domain/invoices/invoice-balance.ts'

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

/** The words of everything that staff enter on an invoice, in the order in which it is offered. */
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
      'For money you’ve sent back. The amount is due again; if the client no longer owes it, issue a credit note instead.',
    noteLabel: 'How it went back',
    noteHint: 'For the record, such as the reference of a transfer. Staff only.',
    noteMissing: 'Say how it went back, such as the reference of the transfer',
    submit: 'Record refund',
    done: 'Refund recorded',
  },
}

/** The entries of an invoice. */
export function shownBalance({
  total,
  amount_paid,
  amount_credited,
  amount_refunded,
}: AdminInvoice): Balance {
  return { total, paid: amount_paid, credited: amount_credited, refunded: amount_refunded }
}

/** What can be entered on an invoice as it stands; nothing where its provider keeps it. */
export function possibleEntries(invoice: AdminInvoice): EntryKind[] {
  if (invoice.provider_ref || !['open', 'paid', 'uncollectible'].includes(invoice.status)) return []
  const balance = shownBalance(invoice)
  const kinds: EntryKind[] = ['payment', 'credit', 'refund']
  return kinds.filter((kind) => largestEntry(balance, kind) > 0)
}

/** What an entry of this amount leads to, in one sentence. */
export function outcomeText(invoice: AdminInvoice, kind: EntryKind, amount: number): string {
  const money = (sum: number) => formatMoney(sum, invoice.currency)
  const balance = shownBalance(invoice)
  const due = dueOf(balance)
  if (kind === 'refund') return `${money(due + amount)} will be due.`
  const back = kind === 'credit' ? refundWithCredit(balance, amount) : 0
  if (back > 0) return `${money(back)} of it has been paid and goes back to the client.`
  return due === amount ? 'Nothing more will be due.' : `${money(due - amount)} will still be due.`
}
