import ExternalLink from 'lucide-react/icons/external-link'
import FileDown from 'lucide-react/icons/file-down'
import { useId } from 'react'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { formatMoney } from '#contract/money.ts'
import { invoiceLabel } from '#domain/invoices/invoice-dates.ts'
import { isPayable } from '#domain/invoices/invoice-machine.ts'
import { formatDate, relativeTime } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorText } from '#web/ui/field.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { InvoiceBadges } from './invoice-badges.tsx'
import { InvoiceLink } from './invoice-link.tsx'
import { dueDateText, invoiceTitle, isInvoiceLate, momentOf, purposeOf } from './invoice-text.ts'

/**
 * One invoice: what it is for, what is due and by when, and buttons to pay or open it (account-admin §2.7).
 */
export function InvoiceCard({
  invoice,
  processing,
  refusal,
  onPay,
}: {
  invoice: Invoice
  processing: boolean
  /** Why the last payment attempt failed. */
  refusal?: string
  onPay: () => void
}) {
  const id = useId()
  const now = new Date()
  const created = momentOf(invoice.created)
  const late = isInvoiceLate(invoice, now)
  return (
    <Card as="article" className="flex flex-col" aria-labelledby={id}>
      <div className="px-5 pt-4.5">
        <div className="flex items-start justify-between gap-2 magnified:flex-wrap">
          <h3 id={id} className="text-base/6.5">
            {invoiceTitle(invoice)}
          </h3>
          <InvoiceBadges invoice={invoice} overdue={late} />
        </div>
        <p className="text-card/5.5 text-ink-3 wrap-anywhere">{purposeOf(invoice)}</p>
        <p className="mt-3.5 text-[1.6875rem]/8.5 font-[620] tracking-[-0.02em] tabular-nums">
          <span className="sr-only">Amount </span>
          {formatMoney(invoice.amount_due, invoice.currency)}
        </p>
      </div>
      <KeyValueList
        look="small"
        className="mx-5 mt-3 tabular-nums"
        items={[
          {
            label: 'Date',
            value: (
              <>
                {formatDate(created)} <span className="text-ink-3">({relativeTime(created, now)})</span>
              </>
            ),
          },
          {
            label: 'Due date',
            value: dueDateText(invoice.due_date),
          },
        ]}
      />
      <div className="mt-auto flex gap-2.5 px-5 pt-4 pb-5 *:first:flex-1">
        {isPayable(invoice.status) ? (
          <Button
            variant="primary"
            busy={processing}
            busyLabel="Processing..."
            aria-describedby={refusal ? `${id}-refusal` : id}
            onClick={onPay}
          >
            Pay Now
          </Button>
        ) : (
          <InvoiceLink href={invoice.hosted_invoice_url} unavailable="Invoice URL not available">
            View <ExternalLink className="size-4" />
          </InvoiceLink>
        )}
        {invoice.pdf_url ? (
          <InvoiceLink
            href={invoice.pdf_url}
            unavailable="PDF not available for this invoice"
            label={`Download PDF for invoice ${invoiceLabel(invoice)}`}
            square
          >
            <FileDown />
          </InvoiceLink>
        ) : null}
      </div>
      {refusal ? (
        <div className="px-5 pb-4" role="status">
          <ErrorText id={`${id}-refusal`}>{refusal}</ErrorText>
        </div>
      ) : null}
    </Card>
  )
}
