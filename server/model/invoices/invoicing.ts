import type { InvoiceStatus } from '#contract/invoices/invoices.ts'
import type { InvoiceLineRow, InvoiceRow } from '#server/model/schema/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Facts of an invoice that its issuer decides (security R51). */
export interface InvoiceFacts {
  providerRef: string | null
  status: InvoiceStatus
  number: string | null
  currency: string
  subtotal: number
  tax: number
  total: number
  amountDue: number
  amountPaid: number
  amountCredited: number
  amountRefunded: number
  datedAt: Date
  dueAt: Date | null
  issuedAt: Date | null
  paidAt: Date | null
  voidedAt: Date | null
  uncollectibleAt: Date | null
  projectName: string | null
}

/** Commands on an issued invoice. */
export type IssuedCommand = 'pay' | 'void' | 'mark_uncollectible'

/**
 * The second half of a command, inside the transaction that stores it: returns the locked row's new facts. Any
 * provider call is done by then. Throws INVALID_STATE if the row's status doesn't allow it, and StaleReading if
 * the row has changed since the provider was asked.
 */
export type Change = (tx: Db, row: InvoiceRow, at: Date) => Promise<InvoiceFacts>

/** The row has changed since its provider was asked, so the answer may be out of date. */
export class StaleReading extends Error {
  override name = 'StaleReading'
}

/** An invoice's current state with temporary links; null if it has none. */
export interface InvoiceReading {
  change: Change
  hostedUrl: string | null
  /** The provider's PDF; null if it is ours to make. */
  pdfUrl: string | null
}

/** A draft with everything needed to issue it. */
export interface DraftToIssue {
  row: InvoiceRow
  lines: readonly InvoiceLineRow[]
  dueAt: Date
  customerRef: string | null
  projectName: string | null
  taxNumber: string | null
  /**
   * Stores the provider's id for the invoice before it is issued there: whatever happens afterwards, the row is
   * known to belong to it. Throws STALE_VERSION if the draft has changed meanwhile.
   */
  storeRef(ref: string): Promise<void>
}

export interface Customer {
  clientId: number
  /** The provider's id; null if the provider doesn't know it yet. */
  ref: string | null
  name: string
  email: string | null
  address: string | null
  /** A two-letter code. */
  country: string | null
  taxNumber: string | null
  /** How many attempts have certainly failed; each further one has a new key. */
  attempt: number
}

/** An invoice at its provider. */
export interface ProviderInvoice {
  ref: string
  customerRef: string | null
  facts: InvoiceFacts
  hostedUrl: string | null
  pdfUrl: string | null
}

/** A page of a customer's invoices at a provider, newest first; `next` is null on the last page. */
export interface ProviderPage {
  invoices: ProviderInvoice[]
  next: string | null
}

/**
 * Issues invoices and takes payments: ourselves, or Stripe. Methods that may call a provider are called outside
 * transactions, and throw PROVIDER_FAILED if it can't be reached or fails.
 */
export interface InvoicingPort {
  kind: 'ledger' | 'stripe'
  /** Tells the provider the client's details, and returns its id there; null if there is no provider. */
  customer(client: Customer): Promise<string | null>
  issue(draft: DraftToIssue): Promise<Change>
  /** Removes what a failed issue has left of a draft; false if it was issued after all. */
  withdraw(row: InvoiceRow): Promise<boolean>
  change(row: InvoiceRow, command: IssuedCommand): Promise<Change>
  read(row: InvoiceRow): Promise<InvoiceReading>
  /** Where to pay an open invoice. Throws INVALID_STATE if it can't be paid online. */
  checkoutUrl(row: InvoiceRow, reading: InvoiceReading, paymentId: string): string
  /** A customer's invoices at the provider, newest first, or those after a page's `next`. */
  list(customerRef: string, after?: string): Promise<ProviderPage>
  /** An invoice by the provider's id; null if there is none. */
  find(ref: string): Promise<ProviderInvoice | null>
  /** `down` for a while after the provider couldn't be reached; `off` if there is none. */
  state(): 'ok' | 'down' | 'off'
  /** Whether our own test checkout, which moves no money, takes payments. */
  hasTestCheckout: boolean
}
