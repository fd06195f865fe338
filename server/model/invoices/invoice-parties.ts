import { z } from 'zod'
import type { Config } from '#server/config.ts'
import type { InvoiceRow } from '#server/model/schema/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openJson, sealerFor } from '#server/platform/fields/stored-values.ts'
import type { OpenedClient } from './clients.ts'

/** What only later invoices say; those issued before have none. */
const Later = z.string().nullable().default(null)

/** Seller and buyer of an invoice and where it is paid, as they are written on it. */
export const InvoiceParties = z.object({
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
export type InvoiceParties = z.infer<typeof InvoiceParties>

/** The parties as they are called now. */
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

/** The parties of an issued invoice as its row keeps them. */
export async function partiesToStore(
  tx: Db,
  invoiceId: string,
  parties: InvoiceParties,
): Promise<InvoiceRow['parties']> {
  return (await sealerFor(tx)).json<unknown>(parties, placeOf(invoiceId))
}

/** The parties of an issued invoice, null for others. Throws where they were altered, or are another invoice's. */
export function openParties(db: Db, { id, parties }: InvoiceRow): InvoiceParties | null {
  return parties && InvoiceParties.parse(openJson(db, parties, placeOf(id)))
}

function placeOf(invoiceId: string): FieldPlace {
  return ['invoices', 'parties', invoiceId]
}
