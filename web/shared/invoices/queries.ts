import { queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { isPayable } from '#domain/invoices/invoice-machine.ts'
import { api } from '#web/lib/api.ts'
import { listQuery, queryClient } from '#web/lib/query-client.ts'

/** The invoices of the person's client, page by page; good for five minutes (account-admin §7). */
export const invoicesQuery = listQuery('GET /api/invoices')

/** While a payment is on its way it is asked for this often, and for about two minutes. */
const ASK_AGAIN_MS = 3_000
const MAX_QUESTIONS = 40

/** How the payment of an invoice stands, asked again until it is known; what it says of the invoice shows in the list. */
export function paymentQuery(id: string) {
  const key = 'GET /api/invoices/:id/payment'
  return queryOptions({
    queryKey: [key, id],
    queryFn: async ({ signal }) => {
      const answer = await api(key, { params: { id } }, { signal })
      placeInvoice(answer.invoice)
      return answer
    },
    // People come here to see what is true now.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.state === 'pending' && state.dataUpdateCount < MAX_QUESTIONS ? ASK_AGAIN_MS : false,
  })
}

/** Puts an invoice into the list in place of its former self. */
function placeInvoice(invoice: Invoice): void {
  queryClient.setQueryData(
    invoicesQuery.queryKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          invoices: page.invoices.map((listed) => (listed.id === invoice.id ? invoice : listed)),
        })),
      },
  )
}

/** The invoices that wait to be paid, of those that are known; undefined while none are. */
export function usePayableInvoices(): Invoice[] | undefined {
  const { data } = useInfiniteQuery(invoicesQuery)
  return data?.pages.flatMap(({ invoices }) => invoices).filter(({ status }) => isPayable(status))
}
