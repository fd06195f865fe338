import { z } from 'zod'
import type { Company } from '#contract/company.ts'
import type { ClientRow } from '#server/platform/database/schema/billing.ts'

/** Seller and buyer of an invoice, as they are written on it. */
export const InvoiceParties = z.object({
  seller: z.object({ name: z.string(), address: z.string(), email: z.string(), phone: z.string() }),
  buyer: z.object({
    name: z.string(),
    address: z.string().nullable(),
    email: z.string().nullable(),
    taxNumber: z.string().nullable(),
  }),
})
export type InvoiceParties = z.infer<typeof InvoiceParties>

/** The parties as they are called now. */
export function partiesOf(company: Company, client: ClientRow): InvoiceParties {
  return {
    seller: {
      name: company.legalName,
      address: company.address,
      email: company.contactEmail,
      phone: company.phone,
    },
    buyer: {
      name: client.name,
      address: client.address,
      email: client.billingEmail,
      taxNumber: client.taxNumber,
    },
  }
}
