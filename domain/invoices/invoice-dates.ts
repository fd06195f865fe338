import {
  addDays,
  addMonths,
  dateParts,
  londonDate,
  londonMidnight,
  type PlainDate,
  parsePlainDate,
} from '#domain/plain-date.ts'

/** Days before the due date on which the client is reminded. */
export const DUE_SOON_DAYS = 3

/** The dates and status of an invoice. */
interface DatedInvoice {
  status: string
  dueAt: Date | null
}

/**
 * Returns the moment at which a due day ends: its last second in London. A due date is a calendar day there and is
 * sent as this moment, so that "due before now" and "the day has passed" agree (law §6.2).
 */
export function endOfDueDay(day: PlainDate): Date {
  return new Date(londonMidnight(addDays(day, 1)).getTime() - 1000)
}

/** Returns the London day on which an invoice is due. */
export function dueDay(dueAt: Date): PlainDate {
  return londonDate(dueAt)
}

/** Returns the moment that stands for a London day: `at` itself if it lies in it, otherwise the day's noon. */
export function momentOn(day: PlainDate, at: Date): Date {
  return londonDate(at) === day ? at : new Date(londonMidnight(day).getTime() + 12 * 3_600_000)
}

/** Months before its issue from which money for an invoice, such as a deposit, may have been received. */
const DEPOSIT_MONTHS = 12

/** Returns the day on which money for an invoice was received, or why it can’t have been received on the day typed. */
export function receivedDay(
  typed: string | null,
  { issuedOn, today }: { issuedOn: PlainDate; today: PlainDate },
): { day: PlainDate; refusal: null } | { day: null; refusal: string } {
  const refused = (refusal: string) => ({ day: null, refusal })
  const day = typed === null ? null : parsePlainDate(typed)
  if (day === null) return refused('Enter the day it was received')
  if (day > today) return refused('Enter a day that isn’t in the future')
  if (day < addMonths(issuedOn, -DEPOSIT_MONTHS))
    return refused(`Check the year: the invoice was issued more than ${DEPOSIT_MONTHS} months after this day`)
  return { day, refusal: null }
}

/** Whether an invoice is overdue, which is not a status: it is open and its due day has passed in London. */
export function isOverdue({ status, dueAt }: DatedInvoice, now: Date): boolean {
  return status.toLowerCase() === 'open' && dueAt !== null && dueDay(dueAt) < londonDate(now)
}

/** An issued invoice, and which reminders were sent for it. */
export interface RemindedInvoice extends DatedInvoice {
  issuedAt: Date
  dueSoonToldAt: Date | null
  overdueToldAt: Date | null
}

export type InvoiceReminder = 'due_soon' | 'overdue'

/**
 * Returns the reminder to send for an invoice now, each at most once: from three days before the due day, but
 * never on the day it was issued, and from the day after it. A missed night is made up for; an overdue invoice is
 * not called due soon.
 */
export function invoiceReminder(invoice: RemindedInvoice, now: Date): InvoiceReminder | null {
  if (invoice.status !== 'open' || invoice.dueAt === null) return null
  if (isOverdue(invoice, now)) return invoice.overdueToldAt ? null : 'overdue'
  const today = londonDate(now)
  const isSoon = dueDay(invoice.dueAt) <= addDays(today, DUE_SOON_DAYS)
  const isNew = londonDate(invoice.issuedAt) === today
  return isSoon && !isNew && !invoice.dueSoonToldAt ? 'due_soon' : null
}

/** Returns the series of an invoice number: one per year in London. */
export function invoiceSeries(issuedAt: Date): string {
  return String(dateParts(londonDate(issuedAt)).year)
}

/** Returns the number of the `count`th invoice of a series: VC-2026-0001. */
export function invoiceNumber(series: string, count: number): string {
  return `VC-${series}-${String(count).padStart(4, '0')}`
}

/** Returns the number of the `count`th credit note of a year: VC-CN-2026-0001. */
export function creditNumber(year: string, count: number): string {
  return `VC-CN-${year}-${String(count).padStart(4, '0')}`
}

/**
 * Returns an invoice's name for people: its number, otherwise the first eight characters of its id (account-admin
 * §2.7).
 */
export function invoiceLabel({ number, id }: { number: string | null; id: string }): string {
  return number || id.slice(0, 8)
}
