import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { useState } from 'react'
import type { PaymentState } from '#contract/invoices/invoices.ts'
import { isTrustedPaymentLink } from '#domain/invoices/payment-state.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Banner, type BannerKind } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { cardClass } from '#web/ui/card-class.ts'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { InvoiceCard } from './invoice-card.tsx'
import { invoiceTitle } from './invoice-text.ts'
import { invoicesQuery, paymentQuery } from './queries.ts'

const GRID = 'grid grid-cols-3 gap-5 max-lg:grid-cols-2 max-sm:grid-cols-1 max-sm:gap-4'

const OUTCOME_TEXT: Readonly<
  Record<
    Exclude<PaymentState, 'none'>,
    { kind: BannerKind; title: string; text: (invoice: string) => string }
  >
> = {
  paid: {
    kind: 'success',
    title: 'Payment received',
    text: (invoice) => `${invoice} is paid. Thank you; a receipt is on its way to you by email.`,
  },
  pending: {
    kind: 'info',
    title: 'Your payment is on its way',
    text: (invoice) =>
      `We have not received a payment for ${invoice} yet. We’ll show it here as soon as we do. If you haven’t finished paying, press Pay Now to continue.`,
  },
  failed: {
    kind: 'error',
    title: 'Your payment didn’t go through',
    text: (invoice) => `Nothing was taken for ${invoice}. Press Pay Now to try again.`,
  },
  cancelled: {
    kind: 'warning',
    title: 'You cancelled the payment',
    text: (invoice) => `Nothing was taken for ${invoice}. You can pay when you’re ready.`,
  },
}

/**
 * 'Your Invoices', for a page or a tab (account-admin §2.7). The id of an invoice being paid or just paid is in
 * the URL: `paying` is its value there, and `onPaying` sets or removes it.
 */
export function InvoicesPanel({
  paying,
  onPaying,
  leaveFor,
}: {
  paying: string | undefined
  onPaying: (invoiceId: string | undefined) => Promise<void>
  /** Leaves the product for a checkout; `location.assign` by default. */
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
        <div className={GRID}>
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
    <LoadingRegion label="Loading invoices" className={GRID}>
      {['a', 'b', 'c'].map((card) => (
        <div key={card} className={cardClass(true, 'grid gap-4')}>
          <Skeleton width={160} height={20} />
          <Skeleton width={120} />
          <Skeleton width={140} height={30} />
          <Skeleton height={40} />
        </div>
      ))}
    </LoadingRegion>
  )
}

/** A payment's outcome, for someone returning from the checkout, according to the invoice, not the URL. */
function PaymentBanner({ invoiceId, onClose }: { invoiceId: string; onClose: () => void }) {
  const { data, isError, refetch } = useQuery(paymentQuery(invoiceId))
  if (isError)
    return (
      <Banner kind="warning" title="We couldn’t check your payment" live className="mb-5">
        Your invoices below may not show it yet.{' '}
        <button type="button" className="link" onClick={() => void refetch()}>
          Ask again
        </button>
      </Banner>
    )
  if (!data || data.state === 'none') return null
  const { kind, title, text } = OUTCOME_TEXT[data.state]
  return (
    <Banner kind={kind} title={title} live className="mb-5">
      {text(invoiceTitle(data.invoice))}{' '}
      <button type="button" className="link" onClick={onClose}>
        Dismiss
      </button>
    </Banner>
  )
}

interface Options {
  /** Called before the browser leaves for the checkout, so that the outcome is shown on return. */
  onLeave: (invoiceId: string) => Promise<void>
  leaveFor?: ((url: string) => void) | undefined
}

interface Paying {
  pay: (invoiceId: string) => void
  /** The invoices whose checkout is being requested. */
  processing: ReadonlySet<string>
  /** Why an invoice's last attempt was refused: the server's message. */
  refusals: ReadonlyMap<string, string>
}

/** Pay Now: marks the invoice, requests its checkout, goes there, and always clears the mark (account-admin §2.7). */
function usePay({ onLeave, leaveFor = (url) => window.location.assign(url) }: Options): Paying {
  const [processing, setProcessing] = useState<ReadonlySet<string>>(new Set())
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map())
  const { mutate } = useMutation({
    mutationFn: (id: string) => api('POST /api/invoices/:id/pay', { params: { id } }),
    onMutate: (id) => {
      setProcessing((before) => new Set(before).add(id))
      setRefusals((before) => without(before, id))
    },
    onSuccess: async ({ checkout_url: url }, id) => {
      if (!url || !isTrustedPaymentLink(url, window.location.origin))
        return fail('Could not create checkout session')
      await onLeave(id)
      leaveFor(url)
    },
    onError: async (error, id) => {
      fail('An error occurred while processing your payment')
      if (!(error instanceof ApiError) || error.code !== 'INVALID_STATE') return
      // It was paid or voided meanwhile: the card says so, and the refetched list shows its state.
      setRefusals((before) => new Map(before).set(id, error.message))
      await invalidate('GET /api/invoices')
    },
    onSettled: (_answer, _error, id) =>
      setProcessing((before) => new Set([...before].filter((other) => other !== id))),
  })
  return { pay: mutate, processing, refusals }
}

function fail(description: string): void {
  toast({ kind: 'error', title: 'Payment Error', description })
}

function without(map: ReadonlyMap<string, string>, key: string): ReadonlyMap<string, string> {
  return new Map([...map].filter(([other]) => other !== key))
}
