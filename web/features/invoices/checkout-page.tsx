import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Checkout, CheckoutOutcome } from '#contract/invoices/checkouts.ts'
import { formatMoney } from '#contract/money.ts'
import { api } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { endpointQuery, invalidate } from '#web/lib/query-client.ts'
import { invoicesPlace } from '#web/shared/invoices/invoice-link.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'

const checkoutQuery = (id: string) => ({
  ...endpointQuery('GET /api/checkouts/:id', { params: { id } }),
  staleTime: 0,
})

/**
 * The test checkout: it replaces a payment provider's pages, moves no money, and says so (account-admin, The test
 * checkout).
 */
export function CheckoutPage() {
  usePageTitle('Test checkout')
  const { id } = useParams({ from: '/app/account/checkout/$id' })
  const { data, isError, isFetching, refetch } = useQuery(checkoutQuery(id))
  return (
    <Page width="narrow">
      <h1 className="mb-5" tabIndex={-1}>
        Test checkout
      </h1>
      <Banner kind="warning" title="This is a test. No money moves here." className="mb-6">
        It takes the place of a payment provider’s pages so that you can try paying. It is never part of a
        production installation.
      </Banner>
      {data ? (
        <Visit checkout={data.checkout} />
      ) : isError ? (
        <ErrorState
          card
          title="This checkout is not available"
          message="It may have ended, or belong to someone else. Go back to your invoices to start another."
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          <Link {...invoicesPlace()}>Back to your invoices</Link>
        </ErrorState>
      ) : (
        <LoadingRegion label="Loading the checkout" className="grid gap-4">
          <Skeleton height={180} />
        </LoadingRegion>
      )}
    </Page>
  )
}

const OVER: Readonly<Record<Exclude<Checkout['state'], 'pending'>, string>> = {
  paid: 'This invoice is already paid. Nothing was charged again.',
  failed: 'This payment did not go through.',
  cancelled: 'This payment was cancelled.',
  none: 'This invoice can no longer be paid.',
}

function Visit({ checkout }: { checkout: Checkout }) {
  const navigate = useNavigate()
  const back = () => navigate(invoicesPlace(checkout.invoice_id))
  const finish = useMutation({
    mutationFn: (outcome: CheckoutOutcome) =>
      api('POST /api/checkouts/:id', { params: { id: checkout.id }, body: { outcome } }),
    onSuccess: async () => {
      await invalidate('GET /api/invoices', 'GET /api/checkouts/:id')
      await back()
    },
    // It may have been paid in another window: the page then shows its state.
    onError: () => invalidate('GET /api/checkouts/:id'),
  })
  const amount = formatMoney(checkout.amount, checkout.currency)
  const press = (outcome: CheckoutOutcome) => ({
    busy: finish.isPending && finish.variables === outcome,
    disabled: finish.isPending && finish.variables !== outcome,
    onClick: () => finish.mutate(outcome),
  })
  return (
    <Card padded aria-label="What you are paying">
      <KeyValueList
        items={[
          { label: 'Invoice', value: checkout.invoice_number },
          { label: 'Amount', value: <b className="tabular-nums">{amount}</b> },
        ]}
      />
      {finish.isError ? (
        <Banner kind="error" title="The payment was not finished" live className="mt-5">
          {finish.error.message}
        </Banner>
      ) : null}
      {checkout.state === 'pending' ? (
        <>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button variant="primary" busyLabel="Paying..." {...press('succeed')}>
              Pay {amount} as a test
            </Button>
            <Button busyLabel="Failing..." {...press('fail')}>
              Let the payment fail
            </Button>
            <Button variant="tertiary" busyLabel="Cancelling..." {...press('cancel')}>
              Cancel
            </Button>
          </div>
          <p className="mt-5 text-ink-3">
            <Link {...invoicesPlace(checkout.invoice_id)}>Leave now</Link> and the payment stays pending.
          </p>
        </>
      ) : (
        <>
          <p className="mt-5">{OVER[checkout.state]}</p>
          <p className="mt-3">
            <Link {...invoicesPlace(checkout.invoice_id)}>Back to your invoices</Link>
          </p>
        </>
      )}
    </Card>
  )
}
