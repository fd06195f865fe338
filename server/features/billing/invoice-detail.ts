import { asc, eq } from 'drizzle-orm'
import type { AdminInvoice } from '#contract/billing-admin.ts'
import { type InvoiceRow, payments } from '#server/platform/database/schema/billing.ts'
import { findInvoice, linesOf } from '#server/records/invoices/invoices.ts'
import type { Services } from '#server/services.ts'
import { findClient } from './clients.ts'
import { invoiceEvents } from './invoice-events.ts'
import { presentRow } from './invoice-list.ts'

/** One invoice with its lines, its payments and what happened to it. Throws NOT_FOUND. */
export async function readInvoice(services: Services, id: string): Promise<AdminInvoice> {
  const { db } = services.database
  const row = await findInvoice(db, id)
  const [client, lines, attempts, happened] = await Promise.all([
    findClient(db, row.clientId),
    linesOf(db, id),
    db.select().from(payments).where(eq(payments.invoiceId, id)).orderBy(asc(payments.attempt)),
    invoiceEvents(db, id),
  ])
  return {
    ...presentRow({ row, clientName: client.name }, services.config.publicUrl, services.now()),
    ...momentsOf(row),
    version: row.version,
    provider: row.provider,
    provider_ref: row.providerRef,
    project_id: row.projectId,
    subtotal: row.subtotal,
    tax: row.tax,
    amount_paid: row.amountPaid,
    memo: row.memo,
    lines: lines.map((line) => ({
      description: line.description,
      quantity: line.quantity,
      unit_amount: line.unitAmount,
      tax_rate: line.taxRate,
      net: line.net,
      tax: line.tax,
    })),
    payments: attempts.map((one) => ({
      attempt: one.attempt,
      method: one.method,
      status: one.status,
      amount: one.amount,
      note: one.note,
      started_at: one.startedAt.toISOString(),
      finished_at: one.finishedAt?.toISOString() ?? null,
    })),
    events: happened,
  }
}

function momentsOf(row: InvoiceRow) {
  return {
    issued_at: row.issuedAt?.toISOString() ?? null,
    paid_at: row.paidAt?.toISOString() ?? null,
    voided_at: row.voidedAt?.toISOString() ?? null,
    uncollectible_at: row.uncollectibleAt?.toISOString() ?? null,
  }
}
