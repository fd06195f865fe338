import { z } from 'zod'
import { INVOICE_CURRENCIES } from '#contract/money.ts'

/** Money is a whole number of minor units, everywhere: pence, cents, yen. */
export const MinorUnits = z.number().int().safe()

/** A currency that the back office writes invoices in. */
export const InvoiceCurrency = z
  .string('Choose a currency')
  .trim()
  .toLowerCase()
  .pipe(z.enum(INVOICE_CURRENCIES, 'Choose a currency from the list'))
