/** The statuses an invoice of ours can have (account-admin §4); a provider's own are shown as received. */
export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

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

/** The statuses of a client's project (account-admin §4: the second set of badges). */
export const PROJECT_STATUSES = ['in_progress', 'on_hold', 'completed', 'cancelled'] as const
export type ProjectStatus = (typeof PROJECT_STATUSES)[number]

export const PROJECT_STATUS_LABELS: Readonly<Record<ProjectStatus, string>> = {
  in_progress: 'In Progress',
  on_hold: 'On Hold',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

/** What one invoice can hold. */
export const MAX_LINES = 100
export const MAX_QUANTITY = 1_000_000
export const LINE_TEXT_MAX = 500
export const MEMO_MAX = 1000

/** A new draft is due this many days later, unless said otherwise. */
export const DEFAULT_TERM_DAYS = 14
/** The standard rate of VAT in the United Kingdom, in hundredths of a percent; a new line begins with it. */
export const DEFAULT_TAX_RATE = 2000
