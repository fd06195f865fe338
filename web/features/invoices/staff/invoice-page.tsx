import '#web/styles/billing.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { AdminInvoice } from '#contract/invoices/billing-admin.ts'
import { invoiceLabel } from '#domain/invoices/invoice-number.ts'
import { IfMay } from '#web/lib/may.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { InvoiceBadges } from '#web/shared/invoices/invoice-badges.tsx'
import { BackLink } from '#web/shared/shell/back-link.tsx'
import { HistoryCard } from '#web/shared/shell/history-card.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Page } from '#web/ui/page.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceSummary } from './invoice-facts.tsx'
import { InvoicePayments } from './invoice-payments.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { invoiceQuery } from './queries.ts'

/** One invoice for the back office: what it says, what happened to it, and what can be done to it now. */
export function InvoicePage() {
  const { id } = useParams({ from: '/admin-shell/admin/invoices/$id' })
  const query = useQuery(invoiceQuery(id))
  usePageTitle(query.data ? titleOf(query.data.invoice) : 'Invoice')
  return (
    <Page width="wide" className="pt-6">
      <BackLink to="/admin/invoices">Back to invoices</BackLink>
      {query.data ? (
        <Detail key={id} invoice={query.data.invoice} />
      ) : (
        <>
          <h1 className="mt-2 mb-5" tabIndex={-1}>
            Invoice
          </h1>
          <NotLoaded query={query} what="invoice" />
        </>
      )}
    </Page>
  )
}

function Detail({ invoice }: { invoice: AdminInvoice }) {
  return (
    <>
      <div className="mt-2 mb-5 flex flex-wrap items-center justify-between gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <h1 tabIndex={-1}>{titleOf(invoice)}</h1>
          <InvoiceBadges invoice={invoice} overdue={invoice.overdue} />
        </div>
        <IfMay capability="invoices.write">
          <InvoiceActions invoice={invoice} />
        </IfMay>
      </div>
      {invoice.cannot_issue ? (
        <Banner kind="warning" title="This draft can’t be issued yet" className="mb-6">
          {invoice.cannot_issue.reason}{' '}
          {invoice.cannot_issue.lacks === 'address' ? (
            <Link className="link" to="/admin/clients/$id" params={{ id: String(invoice.client_id) }}>
              Add the address
            </Link>
          ) : null}
        </Banner>
      ) : null}
      <div className="bo">
        <InvoiceSummary invoice={invoice} />
        <div className="grid gap-6">
          <InvoicePayments invoice={invoice} />
          <HistoryCard id="invoice-history" events={invoice.events} />
        </div>
      </div>
    </>
  )
}

function titleOf(invoice: AdminInvoice): string {
  return `${invoice.status === 'draft' ? 'Draft' : 'Invoice'} ${invoiceLabel(invoice)}`
}
