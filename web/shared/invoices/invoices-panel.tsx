import '#web/styles/invoices.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { InvoiceCard } from './invoice-card.tsx'
import { PaymentBanner } from './payment-banner.tsx'
import { invoicesQuery } from './queries.ts'
import { usePay } from './use-pay.ts'

/**
 * 'Your Invoices', for a page or a tab (account-admin §2). Where the person pays or has paid one, its id stands in the
 * address: `paying` is what is there, and `onPaying` puts it there or takes it away.
 */
export function InvoicesPanel({
  paying,
  onPaying,
  leaveFor,
}: {
  paying: string | undefined
  onPaying: (invoiceId: string | undefined) => Promise<void>
  /** Leaves the product for a checkout; the browser's own way unless given. */
  leaveFor?: (url: string) => void
}) {
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(invoicesQuery)
  const { pay, processing, refusals } = usePay({ onLeave: onPaying, leaveFor })
  const invoices = data?.pages.flatMap((page) => page.invoices)
  return (
    <section aria-labelledby="your-invoices">
      <h2 id="your-invoices" className="mb-5">
        Your Invoices
      </h2>
      {paying ? <PaymentBanner invoiceId={paying} onClose={() => void onPaying(undefined)} /> : null}
      {invoices?.length === 0 ? (
        <EmptyState card icon={ReceiptText} title="No Invoices Found">
          You don't have any invoices at the moment.
        </EmptyState>
      ) : invoices ? (
        <div className="inv-g">
          {invoices.map((invoice) => (
            <InvoiceCard
              key={invoice.id}
              invoice={invoice}
              processing={processing.has(invoice.id)}
              refusal={refusals.get(invoice.id)}
              onPay={() => pay(invoice.id)}
            />
          ))}
        </div>
      ) : isError ? (
        <ErrorState
          card
          title="Error loading invoices"
          message="Please try again later or contact support."
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Loading />
      )}
      {hasNextPage ? (
        <div className="mt-6 flex justify-center">
          <Button busy={isFetchingNextPage} busyLabel="Loading..." onClick={() => void fetchNextPage()}>
            Load more
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function Loading() {
  return (
    <LoadingRegion label="Loading invoices" className="inv-g">
      {['a', 'b', 'c'].map((card) => (
        <div key={card} className="card pad grid gap-4">
          <Skeleton width={160} height={20} />
          <Skeleton width={120} />
          <Skeleton width={140} height={30} />
          <Skeleton height={40} />
        </div>
      ))}
    </LoadingRegion>
  )
}
