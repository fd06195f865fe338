import type { AdminInvoice } from '#contract/invoices/billing-admin.ts'
import { formatMoney } from '#contract/money.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Timeline } from '#web/ui/timeline.tsx'

type Payment = AdminInvoice['payments'][number]

const OUTCOMES: Readonly<Record<Payment['status'], string>> = {
  pending: 'Under way',
  succeeded: 'Received',
  failed: 'Did not go through',
  cancelled: 'Cancelled',
  expired: 'Not finished',
}
const WAYS: Readonly<Record<Payment['method'], string>> = {
  checkout: 'test checkout',
  provider: 'payment provider',
  recorded: 'recorded by staff',
}

const PLACES: Readonly<Record<Payment['status'], 'done' | 'current' | 'next'>> = {
  pending: 'current',
  succeeded: 'done',
  failed: 'next',
  cancelled: 'next',
  expired: 'next',
}

/** The attempts to pay an invoice, the latest first; nothing before the first. */
export function InvoicePayments({ invoice }: { invoice: AdminInvoice }) {
  if (invoice.payments.length === 0) return null
  return (
    <Card aria-labelledby="invoice-payments">
      <CardHeader id="invoice-payments" title="Payments" />
      <CardBody>
        <Timeline
          items={invoice.payments.toReversed().map((payment) => ({
            id: String(payment.attempt),
            title: `${OUTCOMES[payment.status]}: ${formatMoney(payment.amount, invoice.currency)}`,
            date: `${formatDateTime(payment.finished_at ?? payment.started_at)} · ${WAYS[payment.method]}`,
            detail: payment.note ? <span className="wrap-anywhere">{payment.note}</span> : undefined,
            state: PLACES[payment.status],
          }))}
        />
      </CardBody>
    </Card>
  )
}
