import { INVOICE_FILTERS } from '#contract/invoices/invoice-values.ts'
import { oneOf, searchSchema, text, wholeNumberParam } from '#web/lib/search-schema.ts'

export const clientsSearch = searchSchema({ name: text })
export const invoicesSearch = searchSchema({
  status: oneOf(...INVOICE_FILTERS),
  client: wholeNumberParam,
  search: text,
})
export const newInvoiceSearch = searchSchema({ client: wholeNumberParam })
