import { and, asc, eq, sql } from 'drizzle-orm'
import type { PaymentMethod } from '#contract/invoices/admin-invoices.ts'
import { InvoiceStatus } from '#contract/invoices/invoices.ts'
import { londonDate } from '#domain/plain-date.ts'
import type { EventType } from '#server/model/audit/event-type.ts'
import { type Act, recordEvent } from '#server/model/audit/record-event.ts'
import {
  clientUsers,
  type InvoiceLineRow,
  type InvoiceRow,
  invoiceLines,
  invoices,
} from '#server/model/schema/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { ProviderFailure } from '#server/platform/stripe/stripe-client.ts'
import type { Services } from '#server/services.ts'
import { cameWith, type InvoiceNotice, mailInvoice, sendInvoiceNotice } from './invoice-notices.ts'
import { newHostedLink } from './invoice-view.ts'
import { sayInvoicesChange } from './invoicing.sql.ts'
import { type Change, type InvoiceFacts, type InvoiceReading, StaleReading } from './invoicing.ts'
import { factsOf } from './own-invoicing.ts'
import { completePayment, endPending } from './payments.ts'

const NO_INVOICE = 'There is no such invoice.'

/** An invoice by its id, regardless of its owner. Throws NOT_FOUND. */
export async function findInvoice(db: Db, id: string): Promise<InvoiceRow> {
  const [row] = await db.select().from(invoices).where(eq(invoices.id, id))
  if (!row) throw new AppError('NOT_FOUND', NO_INVOICE)
  return row
}

/** Locks an invoice until the transaction ends. Throws NOT_FOUND. */
export async function lockInvoice(tx: Db, id: string): Promise<InvoiceRow> {
  const [row] = await tx.select().from(invoices).where(eq(invoices.id, id)).for('update')
  if (!row) throw new AppError('NOT_FOUND', NO_INVOICE)
  return row
}

/**
 * An issued invoice of the client that a person belongs to. Throws NOT_FOUND for others' invoices, drafts and
 * missing ones alike (security R15, R51).
 */
export async function findOwnInvoice(db: Db, userId: number, id: string): Promise<InvoiceRow> {
  const [found] = await db
    .select({ invoice: invoices })
    .from(invoices)
    .innerJoin(clientUsers, eq(clientUsers.clientId, invoices.clientId))
    .where(and(eq(invoices.id, id), eq(clientUsers.userId, userId), sql`${invoices.status} <> 'draft'`))
  if (!found) throw new AppError('NOT_FOUND', NO_INVOICE)
  return found.invoice
}

/** An invoice's lines in order. */
export async function linesOf(db: Db, invoiceId: string): Promise<InvoiceLineRow[]> {
  return db
    .select()
    .from(invoiceLines)
    .where(eq(invoiceLines.invoiceId, invoiceId))
    .orderBy(asc(invoiceLines.position))
}

/** Who or what changes an invoice, and how it was paid. */
export interface InvoiceCause extends Act {
  payment?: { method: PaymentMethod; note?: string; receivedOn?: string; requestKey?: string }
  /** Why, for the history. */
  note?: string | undefined
  /** An entry, which is reported as such whatever happens to the status. */
  entry?: {
    type: EventType
    amount: number
    /** The part of a credit note that was paid already, and goes back with it. */
    sentBack?: number
    facts?: Record<string, unknown>
    note: string
    notice: InvoiceNotice
  }
}

/**
 * Applies `change` to a locked invoice in one transaction with its event, payment and emails; the only way to
 * change its status. Does nothing if nothing differs. Throws what `change` refuses.
 */
export async function changeInvoice(
  services: Services,
  tx: Db,
  row: InvoiceRow,
  change: Change,
  cause: InvoiceCause,
): Promise<InvoiceRow> {
  const at = services.now()
  const before = factsOf(row)
  const facts = await change(tx, row, at)
  if (saysTheSame(before, facts)) return row
  const link = row.hostedToken || facts.status === 'draft' ? {} : await newHostedLink(tx, row.id)
  const [after] = await tx
    .update(invoices)
    .set({ ...facts, ...link, version: row.version + 1, updatedAt: at })
    .where(eq(invoices.id, row.id))
    .returning()
  if (!after) throw new Error('The row is locked, so it is there')
  // Only staff see a draft.
  if (after.status !== 'draft') await sayInvoicesChange(tx, [after.clientId])
  const { entry } = cause
  const receivedOn = cause.payment?.receivedOn
  const receivedBefore = receivedOn === londonDate(at) ? undefined : receivedOn
  if (after.status === row.status && !entry) return after
  await closePayments(tx, { before, after, cause, at })
  await recordEvent(tx, {
    at,
    type: entry?.type ?? EVENTS[InvoiceStatus.parse(after.status)],
    actor: cause.actor,
    ...(cause.actor.kind === 'user' && { userId: cause.actor.id }),
    subject: `invoice:${row.id}`,
    before: { status: row.status },
    after: {
      status: after.status,
      number: after.number,
      amount: after.amountDue,
      currency: after.currency,
      ...(after.status === 'paid' && !entry && { method: cause.payment?.method ?? 'provider' }),
      ...entry?.facts,
      ...(receivedBefore && { receivedOn: receivedBefore }),
    },
    note: entry?.note ?? cause.payment?.note ?? cause.note,
    origin: cause.origin,
  })
  if (entry)
    await mailInvoice(services, tx, after, entry.notice, {
      occasion: String(after.version),
      entry: entry.amount,
      sentBack: entry.sentBack,
      receivedBefore,
    })
  else await sendInvoiceNotice(services, tx, { before, after, receivedBefore })
  return after
}

/** The event for each status; an invoice never becomes a draft again. */
const EVENTS: Readonly<Record<InvoiceStatus, EventType>> = {
  draft: 'invoice.changed',
  open: 'invoice.issued',
  paid: 'invoice.paid',
  void: 'invoice.voided',
  uncollectible: 'invoice.marked_uncollectible',
}

async function closePayments(
  tx: Db,
  { before, after, cause, at }: { before: InvoiceFacts; after: InvoiceRow; cause: InvoiceCause; at: Date },
): Promise<void> {
  const came = cause.entry ? cause.payment !== undefined : after.status === 'paid'
  if (came) {
    const amount = cameWith(before, after)
    await completePayment(tx, after, { method: 'provider', ...cause.payment, amount, at })
  } else if (cause.entry) await endPending(tx, after.id, 'cancelled', at)
  else if (after.status !== 'open') await endPending(tx, after.id, 'cancelled', at)
}

/** Whether two states of an invoice are equal. */
export function saysTheSame(before: InvoiceFacts, after: InvoiceFacts): boolean {
  const names = Object.keys(after) as (keyof InvoiceFacts)[]
  return names.every((name) => {
    const [a, b] = [before[name], after[name]]
    return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b
  })
}

/** How often an invoice is read again because it changed while its provider was asked. */
const MAX_READINGS = 5

/**
 * Runs `ask` with an invoice's issuer, or asks it for the current state, and stores the result. The provider is
 * called outside the transaction; if the row has changed meanwhile, the provider is read again, so that an
 * outdated answer never overwrites a newer one.
 */
export async function changeAsking(
  services: Services,
  id: string,
  cause: InvoiceCause,
  ask?: (row: InvoiceRow) => Promise<Change>,
): Promise<{ row: InvoiceRow; reading: InvoiceReading }> {
  const { invoicing, database } = services
  for (let time = 1; ; time++) {
    const known = await findInvoice(database.db, id)
    const asked = time === 1 && ask ? await countingFailures(database.db, known, () => ask(known)) : undefined
    const reading = asked ? { change: asked, hostedUrl: null, pdfUrl: null } : await invoicing.read(known)
    try {
      const row = await database.transaction(async (tx) =>
        changeInvoice(services, tx, await lockInvoice(tx, id), reading.change, cause),
      )
      return { row, reading }
    } catch (error) {
      if (!(error instanceof StaleReading) || time === MAX_READINGS) throw error
    }
  }
}

/**
 * Runs a provider call and counts attempts that certainly failed: a provider repeats its answer, even an error,
 * for the same key, so the next attempt needs a new key; if the answer was lost, it must use the same one
 * (security R51).
 */
export async function countingFailures<T>(db: Db, known: InvoiceRow, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderFailure && error.answered)
      await db
        .update(invoices)
        .set({ issueAttempt: known.issueAttempt + 1 })
        .where(and(eq(invoices.id, known.id), eq(invoices.issueAttempt, known.issueAttempt)))
    throw error
  }
}
