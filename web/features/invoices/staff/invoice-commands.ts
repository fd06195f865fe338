import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import { INVOICE_STATUSES } from '#contract/invoices/invoice-values.ts'
import { formatMoney } from '#contract/money.ts'
import { type InvoiceCommand, invoiceAfter } from '#domain/invoices/invoice-machine.ts'
import { api } from '#web/lib/api.ts'

/** What staff can do with an invoice; `pay` records a payment made in another way. */
export type InvoiceAction = InvoiceCommand | 'resend'

interface ActionText {
  label: string
  question: (invoice: AdminInvoice) => string
  description: (invoice: AdminInvoice) => string
  /** Who is emailed, for the actions that send the client an email. */
  mails?: (invoice: AdminInvoice) => string
  /** What has to be written, for the actions that need it. */
  note?: { label: string; hint: string; missing: string }
  confirm: string
  busy: string
  done: string
  danger?: true
}

const totalOf = ({ total, currency }: AdminInvoice) => formatMoney(total, currency)

/** The texts for every action, in the order offered. */
export const ACTIONS: Readonly<Record<InvoiceAction, ActionText>> = {
  finalise: {
    label: 'Finalise',
    question: () => 'Finalise this invoice?',
    description: () => 'It gets its number and can no longer be changed.',
    mails: (invoice) => `${invoice.client_name} gets an email asking them to pay ${totalOf(invoice)}.`,
    confirm: 'Finalise',
    busy: 'Finalising...',
    done: 'Invoice issued',
  },
  resend: {
    label: 'Resend',
    question: () => 'Send this invoice again?',
    description: () => 'The email is sent again, with the PDF.',
    mails: (invoice) => `Everyone at ${invoice.client_name} gets it.`,
    confirm: 'Send again',
    busy: 'Sending...',
    done: 'Invoice sent again',
  },
  pay: {
    label: 'Record payment',
    question: () => 'Record a payment?',
    description: (invoice) =>
      `For money paid another way, such as by bank transfer. The whole of ${formatMoney(invoice.amount_due, invoice.currency)} counts as paid.`,
    mails: (invoice) => `${invoice.client_name} gets a receipt by email.`,
    note: {
      label: 'How it was paid',
      hint: 'For the record, such as the reference of a transfer. Staff only.',
      missing: 'Say how it was paid, such as the reference of the transfer',
    },
    confirm: 'Record payment',
    busy: 'Recording...',
    done: 'Payment recorded',
  },
  mark_uncollectible: {
    label: 'Mark as uncollectible',
    question: () => 'Mark as uncollectible?',
    description: (invoice) =>
      `You give ${totalOf(invoice)} up as a loss. The invoice stays on record, and you can still record a payment.`,
    confirm: 'Mark as uncollectible',
    busy: 'Saving...',
    done: 'Invoice marked as uncollectible',
    danger: true,
  },
  void: {
    label: 'Void',
    question: () => 'Make this invoice void?',
    description: () =>
      'No one can pay it any more. It keeps its number and stays on record. This can’t be undone.',
    mails: (invoice) => `${invoice.client_name} gets an email that it was cancelled and needn’t be paid.`,
    note: { label: 'Reason', hint: 'For the record. Staff only.', missing: 'Say why it’s void' },
    confirm: 'Make void',
    busy: 'Saving...',
    done: 'Invoice is void',
    danger: true,
  },
  delete: {
    label: 'Delete draft',
    question: () => 'Delete this draft?',
    description: () => 'This can’t be undone. The audit log keeps a record that it existed.',
    confirm: 'Delete draft',
    busy: 'Deleting...',
    done: 'Draft deleted',
    danger: true,
  },
}

const ALL = Object.keys(ACTIONS) as InvoiceAction[]

/**
 * Returns the actions that an invoice allows; none for a provider's own status. Only a provider's invoice is
 * paid in full here: ours take partial entries. One with payments or credits on it is credited instead of
 * voided, and a draft that can't be issued yet isn't finalised.
 */
export function possibleActions(invoice: AdminInvoice): InvoiceAction[] {
  const status = INVOICE_STATUSES.find((status) => status === invoice.status)
  if (!status) return []
  const isTouched = invoice.amount_paid > invoice.amount_refunded || invoice.amount_credited > 0
  return ALL.filter((action) => {
    if (action === 'resend') return status === 'open'
    if (action === 'finalise' && invoice.cannot_issue) return false
    if (action === 'pay' && !invoice.provider_ref) return false
    if (action === 'void' && !invoice.provider_ref && isTouched) return false
    return invoiceAfter(status, action) !== null
  })
}

/** An invoice after an action, absent once it is deleted; and how many mails were sent if it was resent. */
export interface InvoiceOutcome {
  invoice?: AdminInvoice
  sent?: number
}

/** Executes an action; `note` is what it asks to be written. Throws ApiError. */
export async function act(
  action: InvoiceAction,
  { id, version }: AdminInvoice,
  note: string,
): Promise<InvoiceOutcome> {
  const params = { id }
  switch (action) {
    case 'finalise':
      return api('POST /api/admin/invoices/:id/finalise', { params, body: { version } })
    case 'resend':
      return api('POST /api/admin/invoices/:id/resend', { params })
    case 'pay':
      return api('POST /api/admin/invoices/:id/payments', { params, body: { note } })
    case 'mark_uncollectible':
      return api('POST /api/admin/invoices/:id/uncollectible', { params })
    case 'void':
      return api('POST /api/admin/invoices/:id/void', { params, body: { reason: note } })
    case 'delete':
      await api('DELETE /api/admin/invoices/:id', { params })
      return {}
    default:
      return action satisfies never
  }
}
