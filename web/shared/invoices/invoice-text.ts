import type { Invoice } from '#contract/invoices/invoices.ts'
import { dueDay, invoiceLabel, isOverdue } from '#domain/invoices/invoice-dates.ts'
import { formatDate } from '#web/lib/dates.ts'

/** "Invoice #" with the number, or the first eight characters of the id (account-admin §2.7). */
export function invoiceTitle(invoice: Pick<Invoice, 'id' | 'number'>): string {
  return `Invoice #${invoiceLabel(invoice)}`
}

/** What an invoice is for: its project, or a general text. */
export function purposeOf({ project_name }: Pick<Invoice, 'project_name'>): string {
  return project_name ? `Project: ${project_name}` : 'General invoice'
}

/** Converts an invoice's time from Unix seconds. */
export function momentOf(seconds: number): Date {
  return new Date(seconds * 1000)
}

/** The due date, a calendar day in London regardless of the reader's time zone. */
export function dueDateText(dueDate: number | null): string {
  return formatDate(dueDate === null ? null : dueDay(momentOf(dueDate)))
}

/** Whether part of an open invoice was paid or credited, so that less is due. */
export function isPartPaid({
  status,
  amount_due,
  total,
}: Pick<Invoice, 'status' | 'amount_due'> & { total: number }): boolean {
  return status === 'open' && amount_due !== total
}

/** Whether an open invoice's due day has passed. */
export function isInvoiceLate(
  { status, due_date }: Pick<Invoice, 'status' | 'due_date'>,
  now: Date,
): boolean {
  return isOverdue({ status, dueAt: due_date === null ? null : momentOf(due_date) }, now)
}
