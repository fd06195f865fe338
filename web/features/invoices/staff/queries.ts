import { keepPreviousData } from '@tanstack/react-query'
import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import type { AdminClient } from '#contract/invoices/clients.ts'
import type { InvoiceFilter } from '#contract/invoices/invoice-values.ts'
import { endpointQuery, invalidate, listQuery, queryClient } from '#web/lib/query-client.ts'

export interface InvoiceFilters {
  status?: InvoiceFilter
  client?: number
  search?: string
}

/** The clients whose name has this part, page by page; the rows shown stay while others are searched for. */
export function clientsQuery(name: string | undefined) {
  return { ...listQuery('GET /api/admin/clients', { query: { name } }), placeholderData: keepPreviousData }
}

/** One client with its people and projects. */
export const clientQuery = (id: number) => endpointQuery('GET /api/admin/clients/:id', { params: { id } })

/** The invoices that match, newest first, page by page; the rows shown stay while others are searched for. */
export function staffInvoicesQuery(filters: InvoiceFilters) {
  return { ...listQuery('GET /api/admin/invoices', { query: filters }), placeholderData: keepPreviousData }
}

/** One invoice; someone may pay or change it at any moment, so that it is read again whenever it is opened. */
export const invoiceQuery = (id: string) => ({
  ...endpointQuery('GET /api/admin/invoices/:id', { params: { id } }),
  staleTime: 0,
})

/** Shows a client as it was just answered, wherever it shows. */
export async function placeClient(client: AdminClient): Promise<void> {
  queryClient.setQueryData(clientQuery(client.id).queryKey, { client })
  await invalidate('GET /api/admin/clients')
}

/** Shows an invoice as it was just answered, wherever it shows. */
export async function placeInvoice(invoice: AdminInvoice): Promise<void> {
  queryClient.setQueryData(invoiceQuery(invoice.id).queryKey, { invoice })
  await invalidate('GET /api/admin/invoices', 'GET /api/admin/clients')
}

/** Reads again what may have changed: after a refusal, or where the answer was lost. */
export const rereadInvoice = () => invalidate('GET /api/admin/invoices/:id', 'GET /api/admin/invoices')
