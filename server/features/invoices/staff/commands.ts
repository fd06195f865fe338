import { randomUUID } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { mailInvoice } from '#server/model/invoices/invoice-notices.ts'
import { changeAsking, findInvoice, lockInvoice } from '#server/model/invoices/invoices.ts'
import type { IssuedCommand } from '#server/model/invoices/invoicing.ts'
import { factsOf } from '#server/model/invoices/own-invoicing.ts'
import { events } from '#server/model/schema/events.ts'
import type { InvoiceRow } from '#server/model/schema/invoices.ts'
import { arePaymentsFrozen } from '#server/model/screening/freezes.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { bookEntry, dayReceived, recordRefusal } from './book-entry.ts'
import { isOfInvoice } from './invoice-detail.ts'
import { requireOtherClient } from './own-client.ts'

const DONE: Readonly<Record<Exclude<IssuedCommand, 'pay'>, string>> = {
  void: 'void',
  mark_uncollectible: 'uncollectible',
}

/**
 * Voids an invoice, or marks it uncollectible. If that is done already nothing changes, because clients send
 * twice (security R49). Throws NOT_FOUND, FORBIDDEN for one's own client, INVALID_STATE and PROVIDER_FAILED.
 */
export async function commandInvoice(
  services: Services,
  act: StaffAct,
  id: string,
  command: Exclude<IssuedCommand, 'pay'>,
  note?: string,
): Promise<void> {
  const isDone = ({ status }: InvoiceRow) => status === DONE[command]
  const found = await findInvoice(services.database.db, id)
  await requireOtherClient(services.database.db, act, found.clientId)
  if (isDone(found)) return
  await changeAsking(services, id, { ...act, note }, async (known) => {
    const change = await services.invoicing.change(known, command)
    return async (tx, row, at) => (isDone(row) ? factsOf(row) : change(tx, row, at))
  })
}

/** A payment that came another way. */
export interface RecordedPayment {
  /** Today if absent. */
  receivedOn?: string | undefined
  /** The whole amount due if absent. */
  amount?: number
  note: string
  key?: string
}

/**
 * Records a payment that came another way. A part of the amount is possible for our own invoices only, and
 * needs an idempotency key. Throws NOT_FOUND, VALIDATION_ERROR, FORBIDDEN for one's own client, INVALID_STATE if
 * the invoice is paid or its client's payments are frozen, and PROVIDER_FAILED.
 */
export async function recordPayment(
  services: Services,
  act: StaffAct,
  id: string,
  { amount, note, receivedOn, key }: RecordedPayment,
): Promise<void> {
  if (amount !== undefined && !key)
    throw new AppError('VALIDATION_ERROR', 'An amount needs a request key.', {
      fields: { request_key: 'Send a UUID' },
    })
  const known = await findInvoice(services.database.db, id)
  if (!known.providerRef || amount !== undefined)
    return bookEntry(services, act, id, {
      ...{ kind: 'payment', amount, note, receivedOn },
      key: key ?? randomUUID(),
    })
  await requireOtherClient(services.database.db, act, known.clientId)
  const refusal = recordRefusal(
    await arePaymentsFrozen(services.database.db, services.config, known.clientId),
  )
  // Not checked again after Stripe's answer: what Stripe counts as paid is a fact.
  if (refusal) throw new AppError('INVALID_STATE', refusal)
  const received = dayReceived(known, receivedOn, services.now())
  const cause = { ...act, payment: { method: 'recorded', note, receivedOn: received } } as const
  await changeAsking(services, id, cause, (row) => services.invoicing.change(row, 'pay'))
}

/** Within this time a second request counts as a repetition (security R49). */
const SAME_REQUEST_MS = 60_000

/**
 * Emails an open invoice again; returns to how many people. Throws NOT_FOUND, and INVALID_STATE unless it is
 * open.
 */
export async function resendInvoice(services: Services, act: StaffAct, id: string): Promise<number> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const row = await lockInvoice(tx, id)
    if (row.status !== 'open') throw new AppError('INVALID_STATE', 'Only an open invoice can be sent again.')
    const last = await lastMailedAgain(tx, id)
    if (last && at.getTime() - last.getTime() < SAME_REQUEST_MS) return 0
    const sent = await mailInvoice(services, tx, row, 'invoice-issued', { occasion: `again-${at.getTime()}` })
    if (sent > 0)
      await recordAct(tx, act, { at, type: 'invoice.mailed', subject: `invoice:${id}`, after: { sent } })
    return sent
  })
}

async function lastMailedAgain(tx: Db, invoiceId: string): Promise<Date | undefined> {
  const [event] = await tx
    .select({ at: events.at })
    .from(events)
    .where(and(isOfInvoice(invoiceId), eq(events.type, 'invoice.mailed')))
    .orderBy(desc(events.id))
    .limit(1)
  return event?.at
}
