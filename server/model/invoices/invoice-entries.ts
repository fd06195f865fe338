import { asc, eq, inArray } from 'drizzle-orm'
import { momentOn } from '#domain/invoices/invoice-dates.ts'
import { parsePlainDate } from '#domain/plain-date.ts'
import {
  type CreditNoteRow,
  creditNotes,
  type PaymentRow,
  payments,
  type RefundRow,
  refunds,
} from '#server/model/schema/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'

/** An invoice's payments, credits and refunds, each in chronological order. */
export interface EntriesOfInvoice {
  /** Every attempt, including failed ones. */
  payments: PaymentRow[]
  creditNotes: CreditNoteRow[]
  refunds: RefundRow[]
}

/** All entries of an invoice. */
export async function entriesOfInvoice(db: Db, invoiceId: string): Promise<EntriesOfInvoice> {
  // One after the other: a transaction has one connection.
  return {
    payments: await db
      .select()
      .from(payments)
      .where(eq(payments.invoiceId, invoiceId))
      .orderBy(asc(payments.attempt)),
    creditNotes: await db
      .select()
      .from(creditNotes)
      .where(eq(creditNotes.invoiceId, invoiceId))
      .orderBy(asc(creditNotes.issuedAt), asc(creditNotes.number)),
    refunds: await db
      .select()
      .from(refunds)
      .where(eq(refunds.invoiceId, invoiceId))
      .orderBy(asc(refunds.recordedAt), asc(refunds.id)),
  }
}

/** The numbers of each invoice's credit notes. */
export async function creditNumbersOf(db: Db, invoiceIds: string[]): Promise<Map<string, string[]>> {
  const rows = invoiceIds.length
    ? await db
        .select({ invoiceId: creditNotes.invoiceId, number: creditNotes.number })
        .from(creditNotes)
        .where(inArray(creditNotes.invoiceId, invoiceIds))
        .orderBy(asc(creditNotes.number))
    : []
  const found = new Map<string, string[]>()
  for (const { invoiceId, number } of rows) found.set(invoiceId, [...(found.get(invoiceId) ?? []), number])
  return found
}

/** An entry that changed the amount due, for readers of the invoice. */
export interface PaperEntry {
  kind: 'payment' | 'credit' | 'refund'
  at: Date
  amount: number
  /** A credit note's number. */
  number: string | null
  reason: string | null
  shares: CreditNoteRow['shares']
}

/** When a payment's money was received: the day, if staff named it. */
export function receivedAt({ receivedOn, finishedAt, startedAt }: PaymentRow): Date {
  const at = finishedAt ?? startedAt
  const day = parsePlainDate(receivedOn ?? '')
  return day === null ? at : momentOn(day, at)
}

/** The entries shown on an invoice, in chronological order. Staff's notes on a transfer aren't shown. */
export function paperEntries({ payments, creditNotes, refunds }: EntriesOfInvoice): PaperEntry[] {
  const came = payments.flatMap((payment): PaperEntry[] => {
    const { status, amount } = payment
    const plain = { number: null, reason: null, shares: [] }
    return status === 'succeeded' ? [{ kind: 'payment', at: receivedAt(payment), amount, ...plain }] : []
  })
  const credited = creditNotes.map(
    ({ amount, number, reason, shares, issuedAt }): PaperEntry => ({
      kind: 'credit',
      ...{ at: issuedAt, amount, number, reason, shares },
    }),
  )
  const back = refunds.map(
    ({ amount, recordedAt }): PaperEntry => ({
      kind: 'refund',
      ...{ at: recordedAt, amount, number: null, reason: null, shares: [] },
    }),
  )
  return [...came, ...credited, ...back].sort((a, b) => a.at.getTime() - b.at.getTime())
}
