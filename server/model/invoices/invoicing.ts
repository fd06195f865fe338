import type { InvoiceStatus } from '#contract/invoices/invoices.ts'
import type { InvoiceLineRow, InvoiceRow } from '#server/model/schema/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'

/** What the party that issues and collects an invoice has the last word on (security R51). */
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

/** What can be done to an issued invoice. */
export type IssuedCommand = 'pay' | 'void' | 'mark_uncollectible'

/**
 * The second half of a command, inside the transaction that writes it: gives what the locked row becomes. Whatever
 * takes a call to a provider is done by then. Throws INVALID_STATE where the row's status does not allow it, and
 * StaleReading where the row is no longer the one that the provider was asked about.
 */
export type Change = (tx: Db, row: InvoiceRow, at: Date) => Promise<InvoiceFacts>

/** The row has changed since its provider was asked: the answer may be older than what is written. */
export class StaleReading extends Error {
  override name = 'StaleReading'
}

/** An invoice as it is known now, with links that are good for a while; null where it has none. */
export interface InvoiceReading {
  change: Change
  hostedUrl: string | null
  /** Where its provider keeps the PDF; null where it is ours to make. */
  pdfUrl: string | null
}

/** A draft with all that it takes to issue it. */
export interface DraftToIssue {
  row: InvoiceRow
  lines: readonly InvoiceLineRow[]
  dueAt: Date
  customerRef: string | null
  projectName: string | null
  taxNumber: string | null
  /**
   * Writes down what the provider calls the invoice, before it is issued there: whatever happens afterwards, the row is
   * known to belong to it. Throws STALE_VERSION where the draft has changed meanwhile.
   */
  begun(ref: string): Promise<void>
}

export interface Customer {
  clientId: number
  /** What the provider calls it; null where it is not known there yet. */
  ref: string | null
  name: string
  email: string | null
  address: string | null
  /** Two letters. */
  country: string | null
  taxNumber: string | null
  /** How many attempts have certainly failed before: each later one has a key of its own. */
  attempt: number
}

/** An invoice as its provider has it. */
export interface ProviderInvoice {
  ref: string
  customerRef: string | null
  facts: InvoiceFacts
  hostedUrl: string | null
  pdfUrl: string | null
}

/** Invoices that a provider has for a customer, newest first; `next` is null on the last page. */
export interface ProviderPage {
  invoices: ProviderInvoice[]
  next: string | null
}

/**
 * Who issues invoices and takes the payments: ourselves, or Stripe. Methods that may call a provider are
 * called outside transactions, and throw PROVIDER_FAILED when it can't be reached or fails.
 */
export interface InvoicingPort {
  kind: 'ledger' | 'stripe'
  /** Tells the provider what the client is called, and returns its id there; null where there is no provider. */
  customer(client: Customer): Promise<string | null>
  issue(draft: DraftToIssue): Promise<Change>
  /** Takes back what an issue that failed has left of a draft; false where it was issued after all. */
  withdraw(row: InvoiceRow): Promise<boolean>
  change(row: InvoiceRow, command: IssuedCommand): Promise<Change>
  read(row: InvoiceRow): Promise<InvoiceReading>
  /** Where to pay an open invoice. Throws INVALID_STATE where it cannot be paid online. */
  checkoutUrl(row: InvoiceRow, reading: InvoiceReading, paymentId: string): string
  /** What the provider has for a customer, from the newest on, or after `next` of the page before. */
  list(customerRef: string, after?: string): Promise<ProviderPage>
  /** An invoice by what the provider calls it; null where there is none. */
  find(ref: string): Promise<ProviderInvoice | null>
  /** `down` for a while after the provider could not be reached; `off` where there is none. */
  state(): 'ok' | 'down' | 'off'
  /** Whether our own test checkout takes payments, which moves no money. */
  hasTestCheckout: boolean
}
