import { and, sql } from 'drizzle-orm'
import type { HostedInvoice } from '#contract/invoices/hosted-invoices.ts'
import { isOverdue } from '#domain/invoices/invoice-dates.ts'
import { paperOf } from '#server/model/invoices/invoice-paper.ts'
import {
  isHostedAt,
  outstanding,
  presentInvoice,
  presentShares,
} from '#server/model/invoices/invoice-view.ts'
import { type InvoiceRow, invoices } from '#server/model/schema/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'

/** The issued invoice that a link leads to. Throws NOT_FOUND. */
export async function findHosted(db: Db, token: string): Promise<InvoiceRow> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(isHostedAt(token), sql`${invoices.status} <> 'draft'`))
  if (!row) throw new AppError('NOT_FOUND', 'We can’t find that invoice. Check that the link is complete.')
  return row
}

/** One of our invoices for anyone who has its link. Throws NOT_FOUND, also for those that a provider shows. */
export async function readHosted(services: Services, token: string): Promise<HostedInvoice> {
  const { database, config, now } = services
  const row = await findHosted(database.db, token)
  if (row.providerRef)
    throw new AppError('NOT_FOUND', 'We can’t find that invoice. Check that the link is complete.')
  const { seller, buyer, payTo, entries, label, lines, taxes } = await paperOf(database.db, row, config)
  const { created, due_date, project_name } = presentInvoice(database.db, row, config.publicUrl)
  return {
    number: label,
    status: row.status,
    overdue: isOverdue(row, now()),
    currency: row.currency,
    amount_due: outstanding(row),
    subtotal: row.subtotal,
    tax: row.tax,
    total: row.total,
    created,
    due_date,
    paid_at: row.paidAt && Math.floor(row.paidAt.getTime() / 1000),
    project_name,
    memo: row.memo,
    seller: {
      ...{ name: seller.name, address: seller.address, email: seller.email, phone: seller.phone },
      vat_number: seller.vatNumber,
      company_number: seller.companyNumber,
    },
    buyer: { name: buyer.name, address: buyer.address, tax_number: buyer.taxNumber },
    lines: lines.map((line) => ({
      description: line.description,
      quantity: line.quantity,
      unit_amount: line.unitAmount,
      tax_rate: line.taxRate,
      net: line.net,
    })),
    taxes: presentShares(taxes),
    tax_point: row.taxPoint,
    vat_gbp: row.vatGbp,
    entries: entries.map((entry) => ({
      ...{ kind: entry.kind, amount: entry.amount, number: entry.number, reason: entry.reason },
      at: entry.at.toISOString(),
      shares: presentShares(entry.shares),
    })),
    pay_to: payTo && {
      account_name: payTo.accountName,
      bank_name: payTo.bankName,
      sort_code: payTo.sortCode,
      account_number: payTo.accountNumber,
      iban: payTo.iban,
    },
    pdf_url: `${config.publicUrl}/api/hosted-invoices/${token}/pdf`,
  }
}
