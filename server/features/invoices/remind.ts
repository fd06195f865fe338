import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import {
  DUE_SOON_DAYS,
  endOfDueDay,
  type InvoiceReminder,
  invoiceReminder,
} from '#domain/invoices/invoice-dates.ts'
import { addDays, londonDate } from '#domain/plain-date.ts'
import { type InvoiceNotice, mailInvoice } from '#server/model/invoices/invoice-notices.ts'
import { lockInvoice } from '#server/model/invoices/invoices.ts'
import { type InvoiceRow, invoices } from '#server/model/schema/invoices.ts'
import { countInTurn, eachInTurn, unattended } from '#server/platform/jobs/in-batches.ts'
import type { Services } from '#server/services.ts'

type Reminding = Pick<Services, 'database' | 'mailer' | 'now' | 'log'>

/** How many invoices a reminder was sent for. */
export type ReminderReport = Record<InvoiceReminder, number>

const MAILS: Readonly<Record<InvoiceReminder, InvoiceNotice>> = {
  due_soon: 'invoice-due-soon',
  overdue: 'invoice-overdue',
}

/**
 * Sends reminders of open invoices that are due within days or overdue, once each. A missed morning is made up
 * for; running twice sends nothing more.
 */
export async function remindOfInvoices(
  services: Reminding,
  progress = unattended(services.log),
): Promise<ReminderReport> {
  const { now } = services
  const report: ReminderReport = { due_soon: 0, overdue: 0 }
  const work = async (row: InvoiceRow) => {
    const sent = reminderOf(row, now()) && (await remind(services, row.id))
    if (sent) report[sent]++
    return sent !== null
  }
  await eachInTurn(progress, 'reminded', {
    page: dueSoon(services),
    work,
    failed: 'An invoice could not be reminded of',
  })
  return report
}

/** How many reminders are due. */
export function countInvoiceReminders(services: Pick<Services, 'database' | 'now'>): Promise<number> {
  return countInTurn(dueSoon(services), (row) => reminderOf(row, services.now()) !== null)
}

/** Open invoices that are due within days or overdue. */
function dueSoon({ database, now }: Pick<Services, 'database' | 'now'>) {
  const soon = endOfDueDay(addDays(londonDate(now()), DUE_SOON_DAYS))
  return (after = '', size: number): Promise<InvoiceRow[]> =>
    database.db
      .select()
      .from(invoices)
      // An overdue reminder is the last one; invoices with it only accumulate.
      .where(
        and(
          sql`${invoices.status} = 'open'`,
          lte(invoices.dueAt, soon),
          isNull(invoices.overdueToldAt),
          gt(invoices.id, after),
        ),
      )
      .orderBy(asc(invoices.id))
      .limit(size)
}

/** Checks again under the lock: it may have been paid, or another process may have been faster. */
function remind(services: Reminding, id: string): Promise<InvoiceReminder | null> {
  const { database, now } = services
  return database.transaction(async (tx) => {
    const row = await lockInvoice(tx, id)
    const reminder = reminderOf(row, now())
    if (!reminder) return null
    const told = reminder === 'overdue' ? { overdueToldAt: now() } : { dueSoonToldAt: now() }
    await tx.update(invoices).set(told).where(eq(invoices.id, id))
    await mailInvoice(services, tx, row, MAILS[reminder])
    return reminder
  })
}

function reminderOf(row: InvoiceRow, now: Date): InvoiceReminder | null {
  return invoiceReminder({ ...row, issuedAt: row.issuedAt ?? row.datedAt }, now)
}
