/** The statuses of our own invoices (account-admin §4.1); a provider's are shown as received. */
export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const
export type OwnInvoiceStatus = (typeof INVOICE_STATUSES)[number]

/** The filter of the staff's list: a status, or `overdue`, which is not a status (law §6.2). */
export const INVOICE_FILTERS = [...INVOICE_STATUSES, 'overdue'] as const
export type InvoiceFilter = (typeof INVOICE_FILTERS)[number]

/** The account tab with the invoices: where checkouts return to and mails lead. */
export const INVOICES_TAB = 'invoices'
export const INVOICES_PATH = `/profile?tab=${INVOICES_TAB}`

/** Whom an invoice can be made out to. */
export const CLIENT_TYPES = ['company', 'individual'] as const
export type ClientType = (typeof CLIENT_TYPES)[number]

export const CLIENT_TYPE_LABELS: Readonly<Record<ClientType, string>> = {
  company: 'Company',
  individual: 'Individual',
}

/** Returns the label of a client type; an unknown type is returned as received. */
export function clientTypeLabel(type: string): string {
  return type in CLIENT_TYPE_LABELS ? CLIENT_TYPE_LABELS[type as ClientType] : type
}

/** The statuses of a client's project. */
export const PROJECT_STATUSES = ['in_progress', 'on_hold', 'completed', 'cancelled'] as const

/** Longest note on a payment, a credit note or a refund, in characters. */
export const ENTRY_NOTE_MAX = 200

/** Limits of one invoice. */
export const MAX_LINES = 100
export const MAX_QUANTITY = 1_000_000
export const LINE_TEXT_MAX = 500
export const MEMO_MAX = 1000
