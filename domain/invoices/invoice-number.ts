import { dateParts, londonDate } from '#domain/plain-date.ts'

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
