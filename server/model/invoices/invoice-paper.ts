import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { DateStyle } from '#contract/date-style.ts'
import { InvoiceStatus } from '#contract/invoices/invoices.ts'
import { invoiceLabel } from '#domain/invoices/invoice-dates.ts'
import { invoiceTotals, type TaxShare } from '#domain/invoices/invoice-totals.ts'
import type { Config } from '#server/config.ts'
import { clients, type InvoiceLineRow, type InvoiceRow } from '#server/model/schema/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openJson, sealerFor } from '#server/platform/fields/stored-values.ts'
import { type OpenedClient, openClient } from './clients.ts'
import { entriesOfInvoice, type PaperEntry, paperEntries } from './invoice-entries.ts'
import { linesOf } from './invoices.ts'

/** An invoice as printed: everything that its page and PDF show. */
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

/** A deployment's settings for its invoices. */
export type PaperConfig = Pick<Config, 'company' | 'dateStyle' | 'invoicing'>

/** One of our invoices as printed; a draft shows its parties' current names. */
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

/** Only in later invoices; earlier ones have none. */
const Later = z.string().nullable().default(null)

/** Seller, buyer and bank details as printed on an invoice. */
const InvoiceParties = z.object({
  seller: z.object({
    name: z.string(),
    address: z.string(),
    email: z.string(),
    phone: z.string(),
    vatNumber: Later,
    companyNumber: Later,
  }),
  buyer: z.object({
    name: z.string(),
    address: z.string().nullable(),
    email: z.string().nullable(),
    taxNumber: z.string().nullable(),
  }),
  payTo: z
    .object({
      accountName: z.string(),
      bankName: z.string(),
      sortCode: z.string(),
      accountNumber: z.string(),
      iban: z.string(),
    })
    .nullable()
    .default(null),
})
type InvoiceParties = z.infer<typeof InvoiceParties>

/** The parties' current details. */
export function partiesOf(
  { company, invoicing: { details } }: Pick<Config, 'company' | 'invoicing'>,
  client: OpenedClient,
): InvoiceParties {
  return {
    seller: {
      name: company.legalName,
      address: details?.registeredAddress ?? company.address,
      email: company.contactEmail,
      phone: company.phone,
      vatNumber: details?.vatNumber ?? null,
      companyNumber: details?.companyNumber ?? null,
    },
    buyer: {
      name: client.name,
      address: client.address,
      email: client.billingEmail,
      taxNumber: client.taxNumber,
    },
    payTo: details && {
      accountName: details.accountName,
      bankName: details.bankName,
      sortCode: details.sortCode,
      accountNumber: details.accountNumber,
      iban: details.iban,
    },
  }
}

/** The parties as an issued invoice's row stores them. */
export async function partiesToStore(
  tx: Db,
  invoiceId: string,
  parties: InvoiceParties,
): Promise<InvoiceRow['parties']> {
  return (await sealerFor(tx)).json<unknown>(parties, placeOf(invoiceId))
}

/** An issued invoice's parties, null for a draft. Throws if they were altered or are another invoice's. */
function openParties(db: Db, { id, parties }: InvoiceRow): InvoiceParties | null {
  return parties && InvoiceParties.parse(openJson(db, parties, placeOf(id)))
}

function placeOf(invoiceId: string): FieldPlace {
  return ['invoices', 'parties', invoiceId]
}
