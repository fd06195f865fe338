import { queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { isPayable } from '#domain/invoices/invoice-machine.ts'
import { api } from '#web/lib/api.ts'
import { listQuery, queryClient } from '#web/lib/query-client.ts'

/** The invoices of the person's client, page by page; fresh for five minutes (account-admin §9.1). */
export const invoicesQuery = listQuery('GET /api/invoices')

/** How often a pending payment is polled, in milliseconds, for about two minutes. */
const ASK_AGAIN_MS = 3_000
const MAX_QUESTIONS = 40

/** The state of an invoice's payment, polled until known; the returned invoice also updates the list. */
export function paymentQuery(id: string) {
  const key = 'GET /api/invoices/:id/payment'
  return queryOptions({
    queryKey: [key, id],
    queryFn: async ({ signal }) => {
      const answer = await api(key, { params: { id } }, { signal })
      placeInvoice(answer.invoice)
      return answer
    },
    // People come here for the current state.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.state === 'pending' && state.dataUpdateCount < MAX_QUESTIONS ? ASK_AGAIN_MS : false,
  })
}

/** Replaces an invoice in the list. */
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

/** The loaded invoices awaiting payment; undefined while loading. */
export function usePayableInvoices(): Invoice[] | undefined {
  const { data } = useInfiniteQuery(invoicesQuery)
  return data?.pages.flatMap(({ invoices }) => invoices).filter(({ status }) => isPayable(status))
}
