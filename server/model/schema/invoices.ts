import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { TaxShare } from '#domain/invoices/invoice-totals.ts'
import { moment, rowId, sealedJson, sealedText, wholeNumber } from '#server/platform/database/columns.ts'
import { users } from './users.ts'

/** An amount of money in minor units. */
const minorUnits = wholeNumber

/** Invoice recipients. */
export const clients = pgTable(
  'clients',
  {
    id: rowId(),
    name: text().notNull(),
    clientType: text('client_type').notNull(),
    /** Where invoices go in addition to the client's people, such as an accounts department. */
    billingEmail: text('billing_email'),
    address: text(),
    /** Two letters; the country of its tax number. */
    country: text(),
    taxNumber: sealedText('tax_number'),
    stripeCustomerId: text('stripe_customer_id').unique(),
    requestKey: text('request_key').unique('clients_request'),
    /** When the provider's newest invoices were last copied. */
    copiedAt: moment('copied_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    // Two clients with the same name couldn't be told apart in a list. It also orders the list.
    uniqueIndex('clients_name').on(sql`lower(${t.name})`),
    index('clients_name_trgm').using('gin', sql`lower(${t.name}) gin_trgm_ops`),
  ],
)
export type ClientRow = typeof clients.$inferSelect

/** A client's people, who see its projects and invoices. A person belongs to one client at most. */
export const clientUsers = pgTable(
  'client_users',
  {
    userId: wholeNumber('user_id')
      .primaryKey()
      .references(() => users.id),
    clientId: wholeNumber('client_id')
      .notNull()
      .references(() => clients.id),
    attachedAt: moment('attached_at').notNull(),
  },
  (t) => [index('client_users_client').on(t.clientId)],
)

/** Work for a client. */
export const projects = pgTable(
  'projects',
  {
    id: rowId(),
    clientId: wholeNumber('client_id')
      .notNull()
      .references(() => clients.id),
    name: text().notNull(),
    status: text().notNull(),
    description: text('project_description'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [uniqueIndex('projects_name').on(t.clientId, sql`lower(${t.name})`)],
)
export type ProjectRow = typeof projects.$inferSelect

/**
 * Invoices. Drafts are ours alone; an issued row is either our own or a copy of the payment provider's, known
 * there as `provider_ref` (security R51).
 */
export const invoices = pgTable(
  'invoices',
  {
    id: text().primaryKey(),
    clientId: wholeNumber('client_id')
      .notNull()
      .references(() => clients.id),
    projectId: wholeNumber('project_id').references(() => projects.id),
    provider: text().notNull(),
    providerRef: text('provider_ref').unique(),
    status: text().notNull(),
    /** Increases with every change; a change based on a stale version is refused. */
    version: integer().notNull(),
    number: text(),
    currency: text().notNull(),
    subtotal: minorUnits('subtotal').notNull(),
    tax: minorUnits('tax').notNull(),
    total: minorUnits('total').notNull(),
    amountDue: minorUnits('amount_due').notNull(),
    /** Everything that was paid, including what was refunded since. */
    amountPaid: minorUnits('amount_paid').notNull().default(0),
    /** Credited, and so no longer due. */
    amountCredited: minorUnits('amount_credited').notNull().default(0),
    /** How much of that was refunded. */
    amountRefunded: minorUnits('amount_refunded').notNull().default(0),
    /** The VAT in pence, if the invoice is in another currency. */
    vatGbp: minorUnits('vat_gbp'),
    /** The day of supply, which determines VAT: optional for a draft, always set once issued. */
    taxPoint: text('tax_point'),
    /** The project's name: the current one for a draft, otherwise that at the issue, or the provider's. */
    projectName: text('project_name'),
    memo: text(),
    /** The day a draft will be due; a plain date, so that no time zone can shift it. */
    dueOn: text('due_on'),
    /** The end of that day in London, once issued. */
    dueAt: moment('due_at'),
    /** The invoice date: when it was issued, or the provider's. */
    datedAt: moment('dated_at').notNull(),
    issuedAt: moment('issued_at'),
    paidAt: moment('paid_at'),
    voidedAt: moment('voided_at'),
    uncollectibleAt: moment('uncollectible_at'),
    dueSoonToldAt: moment('due_soon_told_at'),
    overdueToldAt: moment('overdue_told_at'),
    /**
     * 256 random bits: anyone with the link may read the invoice, as with a letter. Encrypted so that it can be
     * shown again, and found by its SHA-256.
     */
    hostedToken: sealedText('hosted_token').unique(),
    hostedHash: text('hosted_hash'),
    requestKey: text('request_key').unique('invoices_request'),
    /** Seller and buyer as they were at the issue; an issued invoice never changes. */
    parties: sealedJson<unknown>('parties'),
    /** How many attempts to issue it at the provider have certainly failed; each further one has new keys. */
    issueAttempt: integer('issue_attempt').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('invoices_hosted_hash').on(t.hostedHash).concurrently(),
    unique('invoices_number').on(t.provider, t.number),
    // A page costs the same among fifty as among five thousand (performance P8).
    index('invoices_client').on(t.clientId, t.datedAt, t.id),
    index('invoices_project').on(t.projectId).where(sql`${t.projectId} is not null`),
    index('invoices_all').on(t.datedAt, t.id),
    index('invoices_status').on(t.status, t.datedAt, t.id),
    index('invoices_due').on(t.dueAt).where(sql`${t.status} = 'open'`),
    check('invoices_status_known', sql`${t.status} in ('draft', 'open', 'paid', 'void', 'uncollectible')`),
    check('invoices_issued', sql`${t.status} = 'draft' or ${t.issuedAt} is not null`),
    check(
      'invoices_balance',
      sql`${t.provider} <> 'ledger' or (${t.amountCredited} between 0 and ${t.total} and ${t.amountRefunded} between 0 and ${t.amountPaid} and ${t.amountDue} = ${t.total} - ${t.amountCredited} and ${t.amountPaid} - ${t.amountRefunded} <= ${t.amountDue})`,
    ),
    check(
      'invoices_ledger_number',
      sql`${t.provider} <> 'ledger' or (${t.status} = 'draft') = (${t.number} is null)`,
    ),
  ],
)
export type InvoiceRow = typeof invoices.$inferSelect

/** An invoice's lines. Net and tax are stored as rounded. */
export const invoiceLines = pgTable(
  'invoice_lines',
  {
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    description: text().notNull(),
    quantity: integer().notNull(),
    unitAmount: minorUnits('unit_amount').notNull(),
    /** In hundredths of a percent. */
    taxRate: integer('tax_rate').notNull(),
    net: minorUnits('net').notNull(),
    tax: minorUnits('tax').notNull(),
  },
  (t) => [primaryKey({ columns: [t.invoiceId, t.position] })],
)
export type InvoiceLineRow = typeof invoiceLines.$inferSelect

/** The last number used in each series; increased in the issuing transaction, so that no number is ever missing. */
export const invoiceCounters = pgTable('invoice_counters', {
  series: text().primaryKey(),
  last: integer().notNull(),
})

/**
 * Payment attempts. The database allows one in progress per invoice (security R51). Several can succeed, each
 * with a part, and a check on the invoice's sums keeps them from exceeding its total.
 */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey(),
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => invoices.id),
    attempt: integer().notNull(),
    method: text().notNull(),
    status: text().notNull(),
    amount: minorUnits('amount').notNull(),
    currency: text().notNull(),
    /** Who went to pay; null if the provider reported the payment. */
    userId: wholeNumber('user_id').references(() => users.id),
    note: text(),
    /** The day on which recorded money was received; null for a payment that came through a checkout. */
    receivedOn: text('received_on'),
    /** Why a recorded payment was reversed: there was none. Its status is then `cancelled`. */
    correction: text(),
    correctedAt: moment('corrected_at'),
    /** From the request that recorded it: a repeated request is recorded once. */
    requestKey: text('request_key'),
    startedAt: moment('started_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (t) => [
    unique('payments_attempt').on(t.invoiceId, t.attempt),
    unique('payments_request').on(t.invoiceId, t.requestKey),
    uniqueIndex('payments_pending').on(t.invoiceId).where(sql`${t.status} = 'pending'`),
    index('payments_user').on(t.userId).where(sql`${t.userId} is not null`),
    check(
      'payments_status_known',
      sql`${t.status} in ('pending', 'succeeded', 'failed', 'cancelled', 'expired')`,
    ),
  ],
)
export type PaymentRow = typeof payments.$inferSelect

/** Credits on issued invoices of ours; documents of their own, numbered like invoices. */
export const creditNotes = pgTable(
  'credit_notes',
  {
    id: uuid().primaryKey(),
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => invoices.id),
    number: text().notNull().unique(),
    amount: minorUnits('amount').notNull(),
    /** Net and VAT by rate, which add up to the amount. */
    shares: jsonb().$type<TaxShare[]>().notNull(),
    reason: text().notNull(),
    requestKey: text('request_key').notNull(),
    issuedBy: wholeNumber('issued_by')
      .notNull()
      .references(() => users.id),
    issuedAt: moment('issued_at').notNull(),
  },
  (t) => [
    unique('credit_notes_request').on(t.invoiceId, t.requestKey),
    index('credit_notes_issuer').on(t.issuedBy),
    check('credit_notes_amount', sql`${t.amount} > 0`),
  ],
)
export type CreditNoteRow = typeof creditNotes.$inferSelect

/** Refunds, by themselves or with a credit note for what had been paid. */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid().primaryKey(),
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => invoices.id),
    creditNoteId: uuid('credit_note_id')
      .unique()
      .references(() => creditNotes.id),
    amount: minorUnits('amount').notNull(),
    note: text().notNull(),
    requestKey: text('request_key').notNull(),
    recordedBy: wholeNumber('recorded_by')
      .notNull()
      .references(() => users.id),
    recordedAt: moment('recorded_at').notNull(),
  },
  (t) => [
    unique('refunds_request').on(t.invoiceId, t.requestKey),
    index('refunds_recorder').on(t.recordedBy),
    check('refunds_amount', sql`${t.amount} > 0`),
  ],
)
export type RefundRow = typeof refunds.$inferSelect

/** Events reported by Stripe, by id: each has its effect once (security R52). */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    /** Stripe's id of the invoice. The event's content isn't stored: Stripe is asked again. */
    invoiceRef: text('invoice_ref'),
    createdAt: moment('created_at').notNull(),
    receivedAt: moment('received_at').notNull(),
    appliedAt: moment('applied_at'),
  },
  (t) => [index('stripe_events_waiting').on(t.receivedAt).where(sql`${t.appliedAt} is null`)],
)
