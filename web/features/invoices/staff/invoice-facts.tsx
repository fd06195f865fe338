import { Link } from '@tanstack/react-router'
import Copy from 'lucide-react/icons/copy'
import FileDown from 'lucide-react/icons/file-down'
import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import type { HostedInvoice } from '#contract/invoices/hosted-invoices.ts'
import { formatMoney } from '#contract/money.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { formatDate } from '#web/lib/dates.ts'
import { InvoiceEntries } from '#web/shared/invoices/invoice-entries.tsx'
import { InvoiceLink } from '#web/shared/invoices/invoice-link.tsx'
import { InvoiceSums, InvoiceTable } from '#web/shared/invoices/invoice-table.tsx'
import { dueDateText, isPartPaid, momentOf } from '#web/shared/invoices/invoice-text.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { toast } from '#web/ui/toast.ts'

/** An invoice's contents: client, due date, lines, totals, and a link to its PDF. */
export function InvoiceSummary({ invoice }: { invoice: AdminInvoice }) {
  const { currency, lines } = invoice
  const isDraft = invoice.status === 'draft'
  const taxes = invoiceTotals(
    lines.map((line) => ({
      quantity: line.quantity,
      unitAmount: line.unit_amount,
      taxRate: line.tax_rate,
    })),
  ).taxes.map(({ taxRate, net, tax }) => ({ tax_rate: taxRate, net, tax }))
  return (
    <Card aria-labelledby="invoice-facts">
      <CardHeader id="invoice-facts" title={formatMoney(invoice.total, currency)}>
        <span className="flex flex-wrap gap-2">
          <PdfLink invoice={invoice} />
          {isDraft ? null : (
            <InvoiceLink size="sm" href={invoice.hosted_invoice_url} unavailable="Invoice URL not available">
              Client’s page
            </InvoiceLink>
          )}
          {invoice.hosted_invoice_url ? <CopyLink url={invoice.hosted_invoice_url} /> : null}
        </span>
      </CardHeader>
      <CardBody>
        <KeyValueList className="tabular-nums" items={factsOf(invoice)} />
        {lines.length > 0 ? (
          <InvoiceTable lines={lines} currency={currency} />
        ) : (
          <p className="mt-6 text-ink-2">
            No lines{isDraft ? ' yet' : ' at our end: the payment provider has them'}.
          </p>
        )}
        <InvoiceSums
          currency={currency}
          subtotal={invoice.subtotal}
          taxes={taxes}
          total={invoice.total}
          vatGbp={invoice.vat_gbp}
          due={isPartPaid(invoice) ? invoice.amount_due : undefined}
        />
        <InvoiceEntries entries={entriesOf(invoice)} currency={currency} />
        {invoice.memo ? (
          <p className="mt-6 whitespace-pre-line text-ink-2 wrap-anywhere">{invoice.memo}</p>
        ) : null}
      </CardBody>
    </Card>
  )
}

function factsOf(invoice: AdminInvoice): KeyValue[] {
  const isDraft = invoice.status === 'draft'
  const facts: KeyValue[] = [
    {
      label: 'Client',
      value: (
        <Link to="/admin/clients/$id" params={{ id: String(invoice.client_id) }}>
          {invoice.client_name}
        </Link>
      ),
    },
    { label: 'Project', value: invoice.project_name, missing: 'None in particular' },
    { label: isDraft ? 'Created' : 'Date', value: formatDate(momentOf(invoice.created)) },
    ...(invoice.tax_point || invoice.provider === 'ledger'
      ? [
          {
            label: 'Tax point',
            value: invoice.tax_point && formatDate(invoice.tax_point),
            missing: 'The day of issue',
          },
        ]
      : []),
    {
      label: 'Due date',
      value: isDraft ? invoice.due_on && formatDate(invoice.due_on) : dueDateText(invoice.due_date),
      missing: 'Not set',
    },
  ]
  if (invoice.provider !== 'ledger')
    facts.push({ label: 'Collected by', value: providerName(invoice.provider) })
  if (invoice.provider_ref)
    facts.push({ label: 'Id there', value: <span className="mono">{invoice.provider_ref}</span> })
  return facts
}

/** What moved money or reduced the amount, in chronological order. */
function entriesOf({ payments, credit_notes, refunds }: AdminInvoice): HostedInvoice['entries'] {
  const plain = { number: null, reason: null, shares: [] }
  return [
    ...payments
      .filter(({ status }) => status === 'succeeded')
      .map(({ amount, received_on, started_at, finished_at }) => ({
        ...{ ...plain, kind: 'payment' as const, amount, at: received_on ?? finished_at ?? started_at },
      })),
    ...credit_notes.map(({ issued_at, ...note }) => ({ ...note, kind: 'credit' as const, at: issued_at })),
    ...refunds.map(({ amount, note, recorded_at }) => ({
      ...{ ...plain, kind: 'refund' as const, amount, at: recorded_at, reason: note },
    })),
  ].sort((a, b) => a.at.localeCompare(b.at))
}

function providerName(provider: string): string {
  return provider === 'stripe' ? 'Stripe' : provider
}

function CopyLink({ url }: { url: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      toast({ kind: 'success', title: 'Link copied' })
    } catch {
      toast({ kind: 'error', title: 'The link was not copied', description: url })
    }
  }
  return (
    <Button size="sm" onClick={() => void copy()}>
      <Copy className="size-4" />
      Copy link
    </Button>
  )
}

/** Ours is downloaded; a provider's opens as a page. */
function PdfLink({ invoice: { id, status, provider_ref } }: { invoice: AdminInvoice }) {
  const isElsewhere = status !== 'draft' && provider_ref !== null
  return (
    <a
      className={buttonClass('secondary', 'sm')}
      href={`/api/admin/invoices/${encodeURIComponent(id)}/pdf`}
      {...(isElsewhere && { target: '_blank', rel: 'noreferrer' })}
    >
      <FileDown className="size-4" />
      {status === 'draft' ? 'Preview as PDF' : 'PDF'}
      {isElsewhere ? <span className="sr-only"> (opens in a new tab)</span> : null}
    </a>
  )
}
