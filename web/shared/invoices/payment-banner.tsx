import { useQuery } from '@tanstack/react-query'
import type { PaymentState } from '#contract/invoices/invoices.ts'
import { Banner, type BannerKind } from '#web/ui/banner.tsx'
import { invoiceTitle } from './invoice-text.ts'
import { paymentQuery } from './queries.ts'

const WORDS: Readonly<
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

/** What became of a payment, for someone who comes back from the checkout: what the ledger says, not the address. */
export function PaymentBanner({ invoiceId, onClose }: { invoiceId: string; onClose: () => void }) {
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
  const { kind, title, text } = WORDS[data.state]
  return (
    <Banner kind={kind} title={title} live className="mb-5">
      {text(invoiceTitle(data.invoice))}{' '}
      <button type="button" className="link" onClick={onClose}>
        Dismiss
      </button>
    </Banner>
  )
}
