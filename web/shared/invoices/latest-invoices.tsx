import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { formatMoney } from '#contract/money.ts'
import { formatDate } from '#web/lib/dates.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ItemList } from '#web/ui/item-list.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { InvoiceBadges } from './invoice-badges.tsx'
import { invoicesPlace } from './invoice-link.tsx'
import { dueDateText, invoiceTitle, isInvoiceLate, momentOf, purposeOf } from './invoice-text.ts'
import { invoicesQuery } from './queries.ts'

const SHOWN = 3

/** A summary of the client's newest invoices; the tab has all of them, and payment. */
export function LatestInvoices() {
  const query = useInfiniteQuery(invoicesQuery)
  const invoices = query.data?.pages.flatMap((page) => page.invoices)
  return (
    <Card aria-labelledby="latest-invoices">
      <CardHeader id="latest-invoices" title="Latest invoices">
        {invoices?.length ? <Link {...invoicesPlace()}>See all invoices</Link> : null}
      </CardHeader>
      {invoices?.length ? (
        <ItemList>
          {invoices.slice(0, SHOWN).map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </ItemList>
      ) : invoices ? (
        <EmptyState icon={ReceiptText} title="No Invoices Found">
          You don't have any invoices at the moment.
        </EmptyState>
      ) : query.isError ? (
        <ErrorState
          title="Error loading invoices"
          message="Please try again later or contact support."
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <LoadingRegion label="Loading invoices">
          <CardBody className="grid gap-4">
            <Skeleton height={20} />
            <Skeleton height={20} />
          </CardBody>
        </LoadingRegion>
      )}
    </Card>
  )
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const isOpen = invoice.status === 'open'
  return (
    <li className="flex-wrap justify-between">
      <div className="min-w-0 flex-1 basis-52">
        <h3 className="text-h4">{invoiceTitle(invoice)}</h3>
        <p className="text-sm text-ink-3 wrap-anywhere">{purposeOf(invoice)}</p>
      </div>
      <div className="ml-auto grid justify-items-end gap-1 tabular-nums">
        <span className="flex flex-wrap items-center justify-end gap-2.5">
          <b className="font-semibold">{formatMoney(invoice.amount_due, invoice.currency)}</b>
          <InvoiceBadges invoice={invoice} overdue={isInvoiceLate(invoice, new Date())} />
        </span>
        <span className="text-sm text-ink-3">
          {isOpen ? `Due ${dueDateText(invoice.due_date)}` : formatDate(momentOf(invoice.created))}
        </span>
      </div>
    </li>
  )
}
