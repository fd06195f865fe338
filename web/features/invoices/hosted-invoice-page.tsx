import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import FileDown from 'lucide-react/icons/file-down'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { HostedInvoice } from '#contract/invoices/hosted-invoices.ts'
import { formatMoney } from '#contract/money.ts'
import { isCredited } from '#domain/invoices/invoice-balance.ts'
import { isPayable } from '#domain/invoices/invoice-machine.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/dates.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { InvoiceBadges } from '#web/shared/invoices/invoice-badges.tsx'
import { InvoiceEntries } from '#web/shared/invoices/invoice-entries.tsx'
import { invoicesPlace } from '#web/shared/invoices/invoice-link.tsx'
import { InvoiceSums, InvoiceTable } from '#web/shared/invoices/invoice-table.tsx'
import { dueDateText, isPartPaid, momentOf } from '#web/shared/invoices/invoice-text.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'

/** One of our own invoices, for anyone who has its link. */
export function HostedInvoicePage() {
  usePageTitle('Invoice')
  const { token } = useParams({ from: '/app/invoice/$token' })
  const { data, error, isFetching, refetch } = useQuery(
    endpointQuery('GET /api/hosted-invoices/:token', { params: { token } }),
  )
  return (
    <Page width="narrow">
      {data ? (
        <Paper invoice={data.invoice} />
      ) : (
        <>
          <h1 className="mb-6" tabIndex={-1}>
            Invoice
          </h1>
          {error instanceof ApiError && (error.status === 404 || error.status === 400) ? (
            <EmptyState card icon={ReceiptText} title="We can’t find that invoice">
              Check that the link is complete. If it is, ask the sender for a new one.
            </EmptyState>
          ) : error ? (
            <ErrorState
              card
              title="Error loading the invoice"
              message={error.message}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <LoadingRegion label="Loading the invoice" className="grid gap-4">
              <Skeleton height={420} />
            </LoadingRegion>
          )}
        </>
      )}
    </Page>
  )
}

function Paper({ invoice }: { invoice: HostedInvoice }) {
  const { seller, buyer } = invoice
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <h1 tabIndex={-1}>Invoice {invoice.number}</h1>
          <InvoiceBadges invoice={invoice} overdue={invoice.overdue} />
        </div>
        <div className="flex flex-wrap gap-3">
          <a className={buttonClass()} href={invoice.pdf_url}>
            <FileDown />
            Download PDF
          </a>
          {isPayable(invoice.status) ? (
            <Link className={buttonClass('primary')} {...invoicesPlace()}>
              Pay in your account
            </Link>
          ) : null}
        </div>
      </div>
      <Card as="article" padded aria-label={`Invoice ${invoice.number}`}>
        <p className="text-[2rem]/10 font-[620] tracking-[-0.02em] tabular-nums">
          <span className="sr-only">Amount </span>
          {formatMoney(invoice.amount_due, invoice.currency)}
        </p>
        <p className="text-ink-2">{standingOf(invoice)}</p>
        <KeyValueList
          className="mt-5 tabular-nums"
          items={[
            { label: 'Date', value: formatDate(momentOf(invoice.created)) },
            ...(invoice.tax_point ? [{ label: 'Tax point', value: formatDate(invoice.tax_point) }] : []),
            { label: 'Due date', value: dueDateText(invoice.due_date) },
            ...(invoice.project_name ? [{ label: 'Project', value: invoice.project_name }] : []),
          ]}
        />
        <div className="mt-6 grid gap-6 sm:grid-cols-2">
          <Party
            head="From"
            lines={[
              seller.name,
              seller.address,
              seller.email,
              seller.phone,
              seller.vat_number && `VAT number: ${seller.vat_number}`,
              seller.company_number && `Company number: ${seller.company_number}`,
            ]}
          />
          <Party
            head="Billed to"
            lines={[buyer.name, buyer.address, buyer.tax_number && `Tax number: ${buyer.tax_number}`]}
          />
        </div>
        <InvoiceTable lines={invoice.lines} currency={invoice.currency} />
        <InvoiceSums
          currency={invoice.currency}
          subtotal={invoice.subtotal}
          taxes={invoice.taxes}
          total={invoice.total}
          vatGbp={invoice.vat_gbp}
          due={isPartPaid(invoice) ? invoice.amount_due : undefined}
        />
        <InvoiceEntries entries={invoice.entries} currency={invoice.currency} />
        <HowToPay invoice={invoice} />
        {invoice.memo ? <p className="mt-6 whitespace-pre-line text-ink-2">{invoice.memo}</p> : null}
      </Card>
    </>
  )
}

/** Where to pay by transfer, while something is due. */
function HowToPay({ invoice: { pay_to, status, number } }: { invoice: HostedInvoice }) {
  if (!pay_to || !isPayable(status)) return null
  return (
    <section className="mt-6" aria-labelledby="how-to-pay">
      <h2 id="how-to-pay" className="text-h4">
        How to pay
      </h2>
      <KeyValueList
        className="mt-2 tabular-nums"
        items={[
          { label: 'Bank', value: pay_to.bank_name },
          { label: 'Account name', value: pay_to.account_name },
          { label: 'Sort code', value: pay_to.sort_code },
          { label: 'Account number', value: pay_to.account_number },
          { label: 'IBAN', value: pay_to.iban.replace(/(.{4})(?=.)/g, '$1 ') },
          { label: 'Reference', value: number },
        ]}
      />
    </section>
  )
}

function standingOf({ status, amount_due, overdue, due_date, paid_at }: HostedInvoice): string {
  if (isCredited({ status, amountDue: amount_due }))
    return 'We’ve credited this invoice in full. You don’t need to pay.'
  if (status === 'paid') return `Paid${paid_at ? ` on ${formatDate(momentOf(paid_at))}` : ''}. Thank you.`
  if (status === 'void') return 'This invoice was cancelled. You don’t need to pay.'
  if (overdue) return `Was due on ${dueDateText(due_date)}`
  return `Due on ${dueDateText(due_date)}`
}

function Party({ head, lines }: { head: string; lines: (string | null)[] }) {
  const [name, ...rest] = lines
  return (
    <div>
      <h2 className="text-sm text-ink-3">{head}</h2>
      <p className="font-semibold wrap-anywhere">{name}</p>
      <p className="whitespace-pre-line text-ink-2 wrap-anywhere">{rest.filter(Boolean).join('\n')}</p>
    </div>
  )
}
