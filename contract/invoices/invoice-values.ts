/** The statuses an invoice of ours can have (account-admin §4); a provider's own are shown as received. */
export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const
export type OwnInvoiceStatus = (typeof INVOICE_STATUSES)[number]

/** What the list of staff is narrowed by: a status, or being overdue, which is none (law §6.2). */
export const INVOICE_FILTERS = [...INVOICE_STATUSES, 'overdue'] as const
export type InvoiceFilter = (typeof INVOICE_FILTERS)[number]

/** The tab of the account that shows invoices: where people come back to from a checkout, and where mails lead. */
export const INVOICES_TAB = 'invoices'
export const INVOICES_PATH = `/profile?tab=${INVOICES_TAB}`

/** Whom an invoice can be written to. */
export const CLIENT_TYPES = ['company', 'individual'] as const
export type ClientType = (typeof CLIENT_TYPES)[number]

export const CLIENT_TYPE_LABELS: Readonly<Record<ClientType, string>> = {
  company: 'Company',
  individual: 'Individual',
}

/** What kind of client it is, in words; a kind that is not known here reads as received. */
export function clientTypeLabel(type: string): string {
  return type in CLIENT_TYPE_LABELS ? CLIENT_TYPE_LABELS[type as ClientType] : type
}

/** The statuses of a client's project (account-admin §4: the second set of badges). */
export const PROJECT_STATUSES = ['in_progress', 'on_hold', 'completed', 'cancelled'] as const

/** How much staff can say of a payment, a credit note or a refund. */
export const ENTRY_NOTE_MAX = 200

/** What one invoice can hold. */
export const MAX_LINES = 100
export const MAX_QUANTITY = 1_000_000
export const LINE_TEXT_MAX = 500
export const MEMO_MAX = 1000
