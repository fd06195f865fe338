import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { DateStyle } from '#contract/date-style.ts'
import { type AdminInvoice, PaymentMethod, PaymentStatus } from '#contract/invoices/admin-invoices.ts'
import { formatMoney } from '#contract/money.ts'
import { dayText } from '#domain/date-text.ts'
import type { EventType } from '#server/model/audit/event-type.ts'
import { type EntriesOfInvoice, entriesOfInvoice } from '#server/model/invoices/invoice-entries.ts'
import { presentShares } from '#server/model/invoices/invoice-view.ts'
import { findInvoice, linesOf } from '#server/model/invoices/invoices.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import { type EventRow, events } from '#server/model/schema/events.ts'
import type { InvoiceRow } from '#server/model/schema/invoices.ts'
import { arePaymentsFrozen } from '#server/model/screening/freezes.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'
import { recordRefusal } from './book-entry.ts'
import { findClient } from './clients.ts'
import { presentRow } from './invoice-list.ts'
import { issueObstacle } from './issue.ts'
import { ownClientRefusal } from './own-client.ts'

/** One invoice with its lines, payments and history, for a reader. Throws NOT_FOUND. */
export async function readInvoice(services: Services, id: string, readerId: number): Promise<AdminInvoice> {
  const { db } = services.database
  const row = await findInvoice(db, id)
  const [client, isFrozen, ownClient, lines, entries, happened] = await Promise.all([
    findClient(db, row.clientId),
    arePaymentsFrozen(db, services.config, row.clientId),
    ownClientRefusal(db, readerId, row.clientId),
    linesOf(db, id),
    entriesOfInvoice(db, id),
    invoiceEvents(db, id, services.config.dateStyle),
  ])
  return {
    ...presentRow(
      db,
      { row, clientName: client.name },
      { publicUrl: services.config.publicUrl, now: services.now() },
    ),
    ...momentsOf(row),
    version: row.version,
    provider: row.provider,
    provider_ref: row.providerRef,
    project_id: row.projectId,
    subtotal: row.subtotal,
    tax: row.tax,
    amount_paid: row.amountPaid,
    amount_credited: row.amountCredited,
    amount_refunded: row.amountRefunded,
    tax_point: row.taxPoint,
    vat_gbp: row.vatGbp,
    cannot_issue:
      row.status !== 'draft'
        ? null
        : ownClient
          ? { reason: ownClient, lacks: 'clearance' }
          : issueObstacle(services, client, isFrozen),
    cannot_record: row.status === 'draft' ? null : (ownClient ?? recordRefusal(isFrozen)),
    memo: row.memo,
    lines: lines.map((line) => ({
      description: line.description,
      quantity: line.quantity,
      unit_amount: line.unitAmount,
      tax_rate: line.taxRate,
      net: line.net,
      tax: line.tax,
    })),
    ...presentEntries(entries),
    payments: entries.payments.map((payment) => ({
      attempt: payment.attempt,
      method: PaymentMethod.parse(payment.method),
      status: PaymentStatus.parse(payment.status),
      amount: payment.amount,
      note: payment.note,
      received_on: payment.receivedOn,
      correction: payment.correction,
      started_at: payment.startedAt.toISOString(),
      finished_at: payment.finishedAt?.toISOString() ?? null,
    })),
    events: happened,
  }
}

function presentEntries({
  creditNotes,
  refunds,
}: EntriesOfInvoice): Pick<AdminInvoice, 'credit_notes' | 'refunds'> {
  const numbers = new Map(creditNotes.map(({ id, number }) => [id, number]))
  return {
    credit_notes: creditNotes.map((creditNote) => ({
      number: creditNote.number,
      amount: creditNote.amount,
      reason: creditNote.reason,
      issued_at: creditNote.issuedAt.toISOString(),
      shares: presentShares(creditNote.shares),
    })),
    refunds: refunds.map((refund) => ({
      amount: refund.amount,
      note: refund.note,
      recorded_at: refund.recordedAt.toISOString(),
      credit_note: numbers.get(refund.creditNoteId ?? '') ?? null,
    })),
  }
}

function momentsOf(row: InvoiceRow) {
  return {
    issued_at: row.issuedAt?.toISOString() ?? null,
    paid_at: row.paidAt?.toISOString() ?? null,
    voided_at: row.voidedAt?.toISOString() ?? null,
    uncollectible_at: row.uncollectibleAt?.toISOString() ?? null,
  }
}

const EVENTS_SHOWN = 200

/** Matches the events of an invoice; the second condition lets the planner use the partial index. */
export function isOfInvoice(invoiceId: string): SQL | undefined {
  return and(eq(events.subject, `invoice:${invoiceId}`), sql`${events.subject} like 'invoice:%'`)
}

/** An invoice's history, newest first, with who did it. Who read it is in the audit log. */
async function invoiceEvents(
  db: Db,
  invoiceId: string,
  dateStyle: DateStyle,
): Promise<AdminInvoice['events']> {
  const rows = await db
    .select()
    .from(events)
    .where(and(isOfInvoice(invoiceId), ne(events.type, 'admin.invoice_viewed' satisfies EventType)))
    .orderBy(desc(events.id))
    .limit(EVENTS_SHOWN)
  const names = await namesOf(db, [...new Set(rows.flatMap(({ actorId }) => actorId ?? []))])
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    title: `${titleOf(row)}${receivedText(row, dateStyle)}`,
    actor: row.actorId === null ? 'System' : (names.get(row.actorId) ?? unnamed(row.actorId)),
    note: row.note,
  }))
}

type Told = Exclude<
  Extract<EventType, `invoice.${string}` | `payment.${string}`>,
  | 'invoice.mailed'
  | 'invoice.part_paid'
  | 'invoice.credited'
  | 'invoice.refunded'
  | 'invoice.payment_reversed'
>

const TITLES: Readonly<Record<Told, string>> = {
  'invoice.drafted': 'Draft created',
  'invoice.changed': 'Draft changed',
  'invoice.deleted': 'Draft deleted',
  'invoice.issue_begun': 'Issue started at the payment provider',
  'invoice.issued': 'Issued',
  'invoice.paid': 'Paid',
  'invoice.voided': 'Made void',
  'invoice.marked_uncollectible': 'Marked as uncollectible',
  'invoice.copied': 'Copied from the payment provider',
  'payment.started': 'Payment started',
  'payment.failed': 'Payment failed',
  'payment.cancelled': 'Payment cancelled',
}
const WAYS: Readonly<Record<string, string>> = {
  checkout: 'by the test checkout',
  provider: 'at the payment provider',
  recorded: 'another way',
}

/** The title of an entry's event, with its amount. */
function entryTitle({ type, after }: Pick<EventRow, 'type' | 'after'>): string | undefined {
  const facts = (after ?? {}) as Partial<Record<'paid' | 'credited' | 'refunded' | 'reversed', number>> & {
    currency?: string
    creditNote?: string
  }
  const money = (amount = 0) => formatMoney(amount, facts.currency ?? 'gbp')
  if (type === 'invoice.part_paid') return `Part payment of ${money(facts.paid)} recorded`
  if (type === 'invoice.payment_reversed')
    return `Payment of ${money(facts.reversed)} reversed: recorded by mistake`
  if (type === 'invoice.refunded') return `Refund of ${money(facts.refunded)} recorded`
  if (type !== 'invoice.credited') return undefined
  const back = facts.refunded ? `, ${money(facts.refunded)} sent back` : ''
  return `Credit note ${facts.creditNote} of ${money(facts.credited)} issued${back}`
}

function titleOf({ type, after }: Pick<EventRow, 'type' | 'after'>): string {
  const entry = entryTitle({ type, after })
  if (entry) return entry
  const { sent, method } = (after ?? {}) as { sent?: number; method?: string }
  if (type === 'invoice.mailed') return `Emailed again to ${sent === 1 ? '1 address' : `${sent} addresses`}`
  const title = (TITLES as Readonly<Record<string, string>>)[type] ?? type
  const way = method && WAYS[method]
  return way ? `${title} ${way}` : title
}

/** The day on which recorded money was received, if it was an earlier one. */
function receivedText({ after }: Pick<EventRow, 'after'>, dateStyle: DateStyle): string {
  const { receivedOn } = (after ?? {}) as { receivedOn?: string }
  return receivedOn ? `, received on ${dayText(receivedOn, dateStyle)}` : ''
}
