import { asc, eq, inArray } from 'drizzle-orm'
import {
  type CreditNoteRow,
  creditNotes,
  type PaymentRow,
  payments,
  type RefundRow,
  refunds,
} from '#server/model/schema/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'

/** What was paid, credited and sent back on an invoice, each in the order in which it was made. */
export interface EntriesOfInvoice {
  /** Every attempt, also those that failed. */
  payments: PaymentRow[]
  creditNotes: CreditNoteRow[]
  refunds: RefundRow[]
}

/** Every entry of an invoice. */
export async function entriesOfInvoice(db: Db, invoiceId: string): Promise<EntriesOfInvoice> {
  // One after the other: inside a transaction there is one connection.
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

/** The numbers of the credit notes of each of these invoices. */
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

/** One thing that changed what is due, for those who read the paper. */
export interface PaperEntry {
  kind: 'payment' | 'credit' | 'refund'
  at: Date
  amount: number
  /** Of a credit note. */
  number: string | null
  reason: string | null
  shares: CreditNoteRow['shares']
}

/** What a paper shows of them, in the order in which it happened; how staff noted a transfer stays with them. */
export function paperEntries({ payments, creditNotes, refunds }: EntriesOfInvoice): PaperEntry[] {
  const came = payments.flatMap(({ status, amount, startedAt, finishedAt }): PaperEntry[] =>
    status === 'succeeded'
      ? [{ kind: 'payment', at: finishedAt ?? startedAt, amount, number: null, reason: null, shares: [] }]
      : [],
  )
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
