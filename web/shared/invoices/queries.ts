import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { isPayable } from '#domain/invoices/invoice-machine.ts'
import { type Answer, api } from '#web/lib/api.ts'
import { PAGE_BY_PAGE, queryClient } from '#web/lib/query-client.ts'

const LIST = 'GET /api/invoices'
type Page = Answer<typeof LIST>

/** The invoices of the person's client, page by page; good for five minutes (account-admin §7). */
export const invoicesQuery = infiniteQueryOptions({
  queryKey: [LIST],
  queryFn: ({ pageParam, signal }): Promise<Page> => api(LIST, { query: { cursor: pageParam } }, { signal }),
  ...PAGE_BY_PAGE,
})

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
  queryClient.setQueryData<InfiniteData<Page, string | undefined>>(
    [LIST],
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
