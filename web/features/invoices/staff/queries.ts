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

/** The clients whose name contains this text, page by page; the rows shown stay while others load. */
export function clientsQuery(name: string | undefined) {
  return { ...listQuery('GET /api/admin/clients', { query: { name } }), placeholderData: keepPreviousData }
}

/** One client with its people and projects. */
export const clientQuery = (id: number) => endpointQuery('GET /api/admin/clients/:id', { params: { id } })

/** The matching invoices, newest first, page by page; the rows shown stay while others load. */
export function staffInvoicesQuery(filters: InvoiceFilters) {
  return { ...listQuery('GET /api/admin/invoices', { query: filters }), placeholderData: keepPreviousData }
}

/** One invoice; refetched whenever it is opened, because someone may pay or change it at any time. */
export const invoiceQuery = (id: string) => ({
  ...endpointQuery('GET /api/admin/invoices/:id', { params: { id } }),
  staleTime: 0,
})

/** Updates a client everywhere from a response. */
export async function placeClient(client: AdminClient): Promise<void> {
  queryClient.setQueryData(clientQuery(client.id).queryKey, { client })
  await invalidate('GET /api/admin/clients')
}

/** Updates an invoice everywhere from a response. */
export async function placeInvoice(invoice: AdminInvoice): Promise<void> {
  queryClient.setQueryData(invoiceQuery(invoice.id).queryKey, { invoice })
  await invalidate('GET /api/admin/invoices', 'GET /api/admin/clients')
}

/** Refetches what may have changed: after a refusal or a lost answer. */
export const rereadInvoice = () => invalidate('GET /api/admin/invoices/:id', 'GET /api/admin/invoices')
