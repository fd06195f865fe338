import { type AdminInvoice, PaymentMethod, PaymentStatus } from '#contract/invoices/admin-invoices.ts'
import { type EntriesOfInvoice, entriesOfInvoice } from '#server/model/invoices/invoice-entries.ts'
import { presentShares } from '#server/model/invoices/invoice-view.ts'
import { findInvoice, linesOf } from '#server/model/invoices/invoices.ts'
import type { InvoiceRow } from '#server/model/schema/invoices.ts'
import type { Services } from '#server/services.ts'
import { findClient } from './clients.ts'
import { invoiceEvents } from './invoice-events.ts'
import { presentRow } from './invoice-list.ts'
import { issueObstacle } from './issue.ts'

/** One invoice with its lines, its payments and what happened to it. Throws NOT_FOUND. */
export async function readInvoice(services: Services, id: string): Promise<AdminInvoice> {
  const { db } = services.database
  const row = await findInvoice(db, id)
  const [client, lines, entries, happened] = await Promise.all([
    findClient(db, row.clientId),
    linesOf(db, id),
    entriesOfInvoice(db, id),
    invoiceEvents(db, id),
  ])
  return {
    ...presentRow(
      db,
      { row, clientName: client.name },
      { publicUrl: services.config.publicUrl, now: services.now() },
    ),
    ...momentsOf(row),
    version: row.version,
    provider: row.provider,
    provider_ref: row.providerRef,
    project_id: row.projectId,
    subtotal: row.subtotal,
    tax: row.tax,
    amount_paid: row.amountPaid,
    amount_credited: row.amountCredited,
    amount_refunded: row.amountRefunded,
    tax_point: row.taxPoint,
    vat_gbp: row.vatGbp,
    cannot_issue: row.status === 'draft' ? issueObstacle(services, client) : null,
    memo: row.memo,
    lines: lines.map((line) => ({
      description: line.description,
      quantity: line.quantity,
      unit_amount: line.unitAmount,
      tax_rate: line.taxRate,
      net: line.net,
      tax: line.tax,
    })),
    ...presentEntries(entries),
    payments: entries.payments.map((payment) => ({
      attempt: payment.attempt,
      method: PaymentMethod.parse(payment.method),
      status: PaymentStatus.parse(payment.status),
      amount: payment.amount,
      note: payment.note,
      started_at: payment.startedAt.toISOString(),
      finished_at: payment.finishedAt?.toISOString() ?? null,
    })),
    events: happened,
  }
}

function presentEntries({
  creditNotes,
  refunds,
}: EntriesOfInvoice): Pick<AdminInvoice, 'credit_notes' | 'refunds'> {
  const numbers = new Map(creditNotes.map(({ id, number }) => [id, number]))
  return {
    credit_notes: creditNotes.map((creditNote) => ({
      number: creditNote.number,
      amount: creditNote.amount,
      reason: creditNote.reason,
      issued_at: creditNote.issuedAt.toISOString(),
      shares: presentShares(creditNote.shares),
    })),
    refunds: refunds.map((refund) => ({
      amount: refund.amount,
      note: refund.note,
      recorded_at: refund.recordedAt.toISOString(),
      credit_note: numbers.get(refund.creditNoteId ?? '') ?? null,
    })),
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
