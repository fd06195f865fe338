import { Link } from '@tanstack/react-router'
import { formatMoney } from '#contract/money.ts'
import { invoiceLabel } from '#domain/invoices/invoice-dates.ts'
import { INVOICE_LOOKS } from '#web/shared/invoices/invoice-badges.tsx'
import { invoicesPlace } from '#web/shared/invoices/invoice-link.tsx'
import { dueDateText, isInvoiceLate } from '#web/shared/invoices/invoice-text.ts'
import { usePayableInvoices } from '#web/shared/invoices/queries.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'

const SHOWN = 3

/**
 * The invoices due, if there are any: amount, number, due date, and a link to pay. `inPanel`: the id of the one that the
 * page's panel asks for.
 */
export function InvoicesDue({ inPanel }: { inPanel: string | null }) {
  const invoices = usePayableInvoices()?.filter(({ id }) => id !== inPanel)
  if (!invoices?.length) return null
  return (
    <Card className="px-5 py-4" aria-labelledby="invoices-due">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-h4" id="invoices-due">
          {inPanel ? 'Other invoices due' : 'Invoices due'}
        </h2>
        <Link className="inline-block py-0.5 text-sm" {...invoicesPlace()}>
          All invoices
        </Link>
      </div>
      <ul>
        {invoices.slice(0, SHOWN).map((invoice) => (
          <li
            key={invoice.id}
            className="mt-2.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line pt-2.5"
          >
            <span className="min-w-0">
              <b className="block text-base leading-5.5 font-semibold tabular-nums">
                {formatMoney(invoice.amount_due, invoice.currency)}
              </b>
              <span className="text-[.84375rem] leading-4.5 text-ink-3 wrap-anywhere">
                {invoiceLabel(invoice)} · due {dueDateText(invoice.due_date)}
              </span>
            </span>
            <span className="flex items-center gap-2">
              {isInvoiceLate(invoice, new Date()) ? <StatusBadge look={INVOICE_LOOKS.overdue} /> : null}
              <Link
                className={buttonClass('secondary', 'sm')}
                aria-label={`Pay invoice ${invoiceLabel(invoice)}`}
                {...invoicesPlace()}
              >
                Pay
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
