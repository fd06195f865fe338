import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { InvoiceStatus } from '#contract/invoices/invoices.ts'
import { formatMoney } from '#contract/money.ts'
import {
  balanceAfter,
  creditShares,
  dueOf,
  entryRefusal,
  type InvoiceEntry,
  largestEntry,
  refundWithCredit,
  sharesLeft,
} from '#domain/invoices/invoice-balance.ts'
import { momentOn, receivedDay } from '#domain/invoices/invoice-dates.ts'
import { invoiceRefusal } from '#domain/invoices/invoice-machine.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { londonDate, type PlainDate } from '#domain/plain-date.ts'
import { entriesOfInvoice } from '#server/model/invoices/invoice-entries.ts'
import {
  changeInvoice,
  findInvoice,
  type InvoiceCause,
  linesOf,
  lockInvoice,
} from '#server/model/invoices/invoices.ts'
import { balanceOf, factsWith, nextCreditNumber } from '#server/model/invoices/own-invoicing.ts'
import { creditNotes, type InvoiceRow, payments, refunds } from '#server/model/schema/invoices.ts'
import { arePaymentsFrozen, holdOffFreezing } from '#server/model/screening/freezes.ts'
import type { StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { requireOtherClient } from './own-client.ts'

/** An entry that staff request on an invoice. */
export interface Booking {
  kind: InvoiceEntry['kind']
  /** The whole amount due if absent, which only a payment may be. */
  amount?: number
  /** How the money moved, or why it is credited. */
  note: string
  /** The day on which a payment was received; today if absent. */
  receivedOn?: string | undefined
  /** How the money of a credit note was refunded. */
  refundNote?: string
  /** The idempotency key. */
  key: string
}

/**
 * Enters a payment, credit note or refund on an issued invoice, in one transaction with its number, event and
 * emails. The same key again changes nothing. Throws NOT_FOUND, FORBIDDEN for one's own client, INVALID_STATE
 * for a draft, a void invoice, one at Stripe, a client whose payments are frozen, or if there is nothing to
 * pay, credit or refund, and VALIDATION_ERROR for too large an amount.
 */
export async function bookEntry(
  services: Services,
  act: StaffAct,
  id: string,
  asked: Booking,
): Promise<void> {
  await services.database.transaction(async (tx) => {
    await holdOffFreezing(tx, (await findInvoice(tx, id)).clientId)
    const row = await lockInvoice(tx, id)
    await requireOtherClient(tx, act, row.clientId)
    requireOwnInvoicing(row)
    if (await isBooked(tx, id, asked)) return
    const refusal = recordRefusal(await arePaymentsFrozen(tx, services.config, row.clientId))
    if (refusal) throw new AppError('INVALID_STATE', refusal)
    const entry = entryOf(row, asked)
    const at = services.now()
    const receivedOn = dayReceived(row, asked.receivedOn, at)
    const cause = await CAUSES[entry.kind](tx, { row, entry, asked, receivedOn, act, at })
    const movedAt = entry.kind === 'payment' ? momentOn(receivedOn, at) : at
    await changeInvoice(services, tx, row, async () => factsWith(row, entry, movedAt), { ...act, ...cause })
  })
}

/** Why nothing can be recorded for a client, who is told no more than that (law §3.4); null if something can. */
export function recordRefusal(isFrozen: boolean): string | null {
  return isFrozen
    ? 'No payment, credit note or refund can be recorded for this client right now. Ask an administrator.'
    : null
}

/** The day on which money was received. Throws VALIDATION_ERROR for one on which it can’t have been. */
export function dayReceived({ issuedAt }: InvoiceRow, named: string | undefined, at: Date): PlainDate {
  const today = londonDate(at)
  const { day, refusal } = receivedDay(named ?? today, { issuedOn: londonDate(issuedAt ?? at), today })
  if (refusal !== null) throw new AppError('VALIDATION_ERROR', refusal, { fields: { received_on: refusal } })
  return day
}

export function requireOwnInvoicing({ providerRef }: InvoiceRow): void {
  if (providerRef)
    throw new AppError(
      'INVALID_STATE',
      'Stripe keeps this invoice. Record part payments, credit notes and refunds there; they show here within minutes.',
    )
}

/** Whether a request was carried out already. Throws INVALID_STATE if its key was used for another amount. */
async function isBooked(tx: Db, invoiceId: string, { kind, key, amount }: Booking): Promise<boolean> {
  const table = { payment: payments, credit: creditNotes, refund: refunds }[kind]
  const [known] = await tx
    .select({ amount: table.amount })
    .from(table)
    .where(and(eq(table.invoiceId, invoiceId), eq(table.requestKey, key)))
  if (known && amount !== undefined && known.amount !== amount)
    throw new AppError('INVALID_STATE', 'This request was recorded with another amount. Reload the page.')
  return known !== undefined
}

/** The entry to be written. Throws what prevents it. */
function entryOf(row: InvoiceRow, { kind, amount }: Booking): InvoiceEntry {
  const status = InvoiceStatus.parse(row.status)
  if (status === 'draft' || status === 'void')
    throw new AppError('INVALID_STATE', invoiceRefusal(status, kind))
  const balance = balanceOf(row)
  const entry = { kind, amount: amount ?? dueOf(balance) }
  const refusal = entryRefusal(balance, entry, row.currency)
  if (!refusal) return entry
  if (largestEntry(balance, kind) <= 0) throw new AppError('INVALID_STATE', refusal)
  throw new AppError('VALIDATION_ERROR', refusal, { fields: { amount: refusal } })
}

interface Written {
  row: InvoiceRow
  entry: InvoiceEntry
  asked: Booking
  receivedOn: PlainDate
  act: StaffAct
  at: Date
}

type Cause = Pick<InvoiceCause, 'payment' | 'entry'>

const CAUSES: Readonly<Record<InvoiceEntry['kind'], (tx: Db, written: Written) => Promise<Cause>>> = {
  payment: async (_tx, { row, entry: { amount }, asked: { note, key }, receivedOn }) => {
    const payment = { method: 'recorded', note, receivedOn, requestKey: key } as const
    const isLast = dueOf(balanceAfter(balanceOf(row), { kind: 'payment', amount })) === 0
    if (isLast) return { payment }
    const facts = { paid: amount }
    return { payment, entry: { type: 'invoice.part_paid', amount, facts, note, notice: 'invoice-part-paid' } }
  },

  async credit(tx, written) {
    const { row, entry, asked, act, at } = written
    const { amount } = entry
    const { note, refundNote, key } = asked
    const back = refundWithCredit(balanceOf(row), amount)
    if (back > 0 && !refundNote)
      throw new AppError('VALIDATION_ERROR', needsRefundNote(back, row.currency), {
        fields: { refund_note: needsRefundNote(back, row.currency) },
      })
    const { taxes } = invoiceTotals(await linesOf(tx, row.id))
    const before = (await entriesOfInvoice(tx, row.id)).creditNotes.flatMap(({ shares }) => shares)
    const number = await nextCreditNumber(tx, at)
    const id = randomUUID()
    await tx.insert(creditNotes).values({
      ...{ id, invoiceId: row.id, number, amount, requestKey: key },
      shares: creditShares(amount, sharesLeft(taxes, before)),
      reason: note,
      issuedBy: act.actor.id,
      issuedAt: at,
    })
    if (back > 0) await addRefund(tx, written, { amount: back, note: refundNote ?? '', creditNoteId: id })
    const sentBack = back > 0 ? back : undefined
    const facts = { creditNote: number, credited: amount, ...(sentBack && { refunded: sentBack }) }
    return { entry: { type: 'invoice.credited', amount, sentBack, facts, note, notice: 'invoice-credited' } }
  },

  async refund(tx, written) {
    const { entry, asked } = written
    await addRefund(tx, written, { amount: entry.amount, note: asked.note, creditNoteId: null })
    return {
      entry: {
        type: 'invoice.refunded',
        amount: entry.amount,
        facts: { refunded: entry.amount },
        note: asked.note,
        notice: 'invoice-refunded',
      },
    }
  },
}

function needsRefundNote(back: number, currency: string): string {
  return `${formatMoney(back, currency)} of this has been paid and goes back. Say how, such as the reference of the transfer.`
}

async function addRefund(
  tx: Db,
  { row, asked, act, at }: Written,
  refund: { amount: number; note: string; creditNoteId: string | null },
): Promise<void> {
  await tx.insert(refunds).values({
    ...refund,
    id: randomUUID(),
    invoiceId: row.id,
    requestKey: asked.key,
    recordedBy: act.actor.id,
    recordedAt: at,
  })
}
