import { addDays, dateParts, londonDate, londonMidnight, type PlainDate } from '#domain/plain-date.ts'

/** How many days before the due date its person is reminded. */
export const DUE_SOON_DAYS = 3

/** An open invoice, as far as its dates matter. */
interface DatedInvoice {
  status: string
  dueAt: Date | null
}

/**
 * The moment at which a due day is over: its last second in London. A due date is a calendar day there, and travels as
 * this moment, so that "due before now" and "the day has passed" say the same (law §6.2).
 */
export function endOfDueDay(day: PlainDate): Date {
  return new Date(londonMidnight(addDays(day, 1)).getTime() - 1000)
}

/** The calendar day on which an invoice is due. */
export function dueDay(dueAt: Date): PlainDate {
  return londonDate(dueAt)
}

/** Overdue is no status: an open invoice whose due day has passed in London. */
export function isOverdue({ status, dueAt }: DatedInvoice, now: Date): boolean {
  return status.toLowerCase() === 'open' && dueAt !== null && dueDay(dueAt) < londonDate(now)
}

/** An issued invoice, and which reminders it has had. */
export interface RemindedInvoice extends DatedInvoice {
  issuedAt: Date
  dueSoonToldAt: Date | null
  overdueToldAt: Date | null
}

export type InvoiceReminder = 'due_soon' | 'overdue'

/**
 * The reminder an invoice owes its people now, each at most once: from three days before the due day, though never on
 * the day it was issued, and from the day after it. A night that was missed is made up for; one that is overdue is not
 * told that it is due soon.
 */
export function invoiceReminder(invoice: RemindedInvoice, now: Date): InvoiceReminder | null {
  if (invoice.status !== 'open' || invoice.dueAt === null) return null
  if (isOverdue(invoice, now)) return invoice.overdueToldAt ? null : 'overdue'
  const today = londonDate(now)
  const isSoon = dueDay(invoice.dueAt) <= addDays(today, DUE_SOON_DAYS)
  const isNew = londonDate(invoice.issuedAt) === today
  return isSoon && !isNew && !invoice.dueSoonToldAt ? 'due_soon' : null
}

/** The series that a number belongs to: one for each year in London. */
export function invoiceSeries(issuedAt: Date): string {
  return String(dateParts(londonDate(issuedAt)).year)
}

/** The number of the `count`th invoice of a series: VC-2026-0001. */
export function invoiceNumber(series: string, count: number): string {
  return `VC-${series}-${String(count).padStart(4, '0')}`
}

/** The number of the `count`th credit note of a year: VC-CN-2026-0001. */
export function creditNumber(year: string, count: number): string {
  return `VC-CN-${year}-${String(count).padStart(4, '0')}`
}

/** How people call an invoice: its number, else the first eight characters of its id (account-admin §2). */
export function invoiceLabel({ number, id }: { number: string | null; id: string }): string {
  return number || id.slice(0, 8)
}
