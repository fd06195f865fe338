import { eq } from 'drizzle-orm'
import type { DateStyle } from '#contract/date-style.ts'
import { InvoiceStatus } from '#contract/invoices/invoices.ts'
import { invoiceLabel } from '#domain/invoices/invoice-dates.ts'
import { invoiceTotals, type TaxShare } from '#domain/invoices/invoice-totals.ts'
import type { Config } from '#server/config.ts'
import { clients, type InvoiceLineRow, type InvoiceRow } from '#server/model/schema/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'
import { openClient } from './clients.ts'
import { entriesOfInvoice, type PaperEntry, paperEntries } from './invoice-entries.ts'
import { type InvoiceParties, openParties, partiesOf } from './invoice-parties.ts'
import { linesOf } from './invoices.ts'

/** An invoice as it stands on paper: everything that its page and its PDF show. */
export interface InvoicePaper extends InvoiceParties {
  label: string
  status: InvoiceStatus
  row: InvoiceRow
  lines: InvoiceLineRow[]
  taxes: TaxShare[]
  /** Payments, credit notes and refunds. */
  entries: PaperEntry[]
  dateStyle: DateStyle
}

/** What a deployment says on its papers. */
export type PaperConfig = Pick<Config, 'company' | 'dateStyle' | 'invoicing'>

/** The paper of an invoice of ours; a draft shows its parties as they are called now. */
export async function paperOf(db: Db, row: InvoiceRow, config: PaperConfig): Promise<InvoicePaper> {
  const lines = await linesOf(db, row.id)
  return {
    ...(openParties(db, row) ?? (await currentParties(db, row, config))),
    entries: paperEntries(await entriesOfInvoice(db, row.id)),
    label: invoiceLabel(row),
    status: InvoiceStatus.parse(row.status),
    row,
    lines,
    taxes: invoiceTotals(lines).taxes,
    dateStyle: config.dateStyle,
  }
}

async function currentParties(db: Db, row: InvoiceRow, config: PaperConfig): Promise<InvoiceParties> {
  const [client] = await db.select().from(clients).where(eq(clients.id, row.clientId))
  if (!client) throw new Error('An invoice has its client')
  return partiesOf(config, openClient(db, client))
}
