import type { HostedInvoice } from '#contract/invoices/hosted-invoices.ts'
import { formatMoney } from '#contract/money.ts'
import { taxRateText } from '#domain/invoices/invoice-totals.ts'
import { formatDate } from '#web/lib/dates.ts'

type Entry = Pick<HostedInvoice['entries'][number], 'kind' | 'at' | 'amount' | 'number' | 'reason' | 'shares'>

/** An invoice's payments, credits and refunds in chronological order; nothing if there are none. */
export function InvoiceEntries({ entries, currency }: { entries: readonly Entry[]; currency: string }) {
  if (entries.length === 0) return null
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <section className="mt-6" aria-labelledby="invoice-entries">
      <h2 id="invoice-entries" className="text-sm text-ink-3">
        Payments, credit notes and refunds
      </h2>
      <ul className="mt-1 tabular-nums">
        {entries.map((entry) => (
          <li
            key={`${entry.kind}${entry.at}${entry.number ?? entry.amount}`}
            className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-b border-line py-3"
          >
            <span className="min-w-0 wrap-anywhere">
              {titleOf(entry)}
              <span className="text-ink-3"> · {formatDate(entry.at)}</span>
              {entry.reason ? <span className="block text-sm text-ink-2">{entry.reason}</span> : null}
              {entry.shares.map(({ tax_rate, net, tax }) => (
                <span key={tax_rate} className="block text-sm text-ink-3">
                  {money(net)} net, VAT {taxRateText(tax_rate)} {money(tax)}
                </span>
              ))}
            </span>
            <span className="ml-auto">
              {entry.kind === 'refund' ? '' : '−'}
              {money(entry.amount)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function titleOf({ kind, number }: Entry): string {
  switch (kind) {
    case 'payment':
      return 'Payment'
    case 'refund':
      return 'Refund'
    case 'credit':
      return `Credit note ${number}`
    default:
      return kind satisfies never
  }
}
