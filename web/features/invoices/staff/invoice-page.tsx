import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import { formatMoney } from '#contract/money.ts'
import { invoiceLabel } from '#domain/invoices/invoice-dates.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { IfMay } from '#web/lib/may.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { InvoiceBadges } from '#web/shared/invoices/invoice-badges.tsx'
import { BackLink } from '#web/shared/shell/back-link.tsx'
import { HistoryCard } from '#web/shared/shell/history-card.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { ENTRY_TEXT, EntryDialog, type EntryKind, possibleEntries } from './entry-dialog.tsx'
import { ACTIONS, type InvoiceAction, possibleActions } from './invoice-commands.ts'
import { InvoiceSummary } from './invoice-facts.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { invoiceQuery } from './queries.ts'
import { canReverse, ReverseDialog } from './reverse-dialog.tsx'

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

/** One invoice for staff: its contents, its history, and its current actions. */
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
      {invoice.cannot_record ? (
        <Banner kind="warning" title="Nothing can be recorded right now" className="mb-6">
          {invoice.cannot_record}
        </Banner>
      ) : null}
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_400px]">
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

/** An invoice's current actions, each confirmed first. */
function InvoiceActions({ invoice }: { invoice: AdminInvoice }) {
  const [asked, setAsked] = useState<InvoiceAction | null>(null)
  const [entry, setEntry] = useState<EntryKind | null>(null)
  const entries = invoice.cannot_record ? [] : possibleEntries(invoice)
  return (
    <div className="flex flex-wrap gap-3">
      {entries.map((kind) => (
        <Button key={kind} onClick={() => setEntry(kind)}>
          {ENTRY_TEXT[kind].label}
        </Button>
      ))}
      {possibleActions(invoice).map((action) => (
        <Fragment key={action}>
          {action === 'delete' ? (
            <Link className={buttonClass()} to="/admin/invoices/$id/edit" params={{ id: invoice.id }}>
              Edit draft
            </Link>
          ) : null}
          <Button
            variant={ACTIONS[action].danger ? 'danger' : action === 'finalise' ? 'primary' : 'secondary'}
            onClick={() => setAsked(action)}
          >
            {ACTIONS[action].label}
          </Button>
        </Fragment>
      ))}
      {asked ? (
        // The dialog stays open if the invoice has changed meanwhile, and says so.
        <ActionDialog key={asked} invoice={invoice} action={asked} onClose={() => setAsked(null)} />
      ) : null}
      {entry ? (
        <EntryDialog key={entry} invoice={invoice} kind={entry} onClose={() => setEntry(null)} />
      ) : null}
    </div>
  )
}

type Payment = AdminInvoice['payments'][number]

const MISTAKE = 'Recorded by mistake'

/** The day on which money was received, if staff named it; otherwise when the attempt ended or began. */
function whenOf({ received_on, finished_at, started_at }: Payment): string {
  return received_on ? formatDate(received_on) : formatDateTime(finished_at ?? started_at)
}

/** The attempts to pay an invoice, latest first; nothing if there are none. */
function InvoicePayments({ invoice }: { invoice: AdminInvoice }) {
  const [mistaken, setMistaken] = useState<Payment | null>(null)
  if (invoice.payments.length === 0) return null
  return (
    <Card aria-labelledby="invoice-payments">
      <CardHeader id="invoice-payments" title="Payments" />
      <CardBody>
        <Timeline
          items={invoice.payments.toReversed().map((payment) => ({
            id: String(payment.attempt),
            title: `${payment.correction ? MISTAKE : OUTCOMES[payment.status]}: ${formatMoney(payment.amount, invoice.currency)}`,
            date: `${whenOf(payment)} · ${WAYS[payment.method]}`,
            detail: (
              <>
                {[payment.note, payment.correction].map((text) =>
                  text ? (
                    <p className="wrap-anywhere" key={text}>
                      {text}
                    </p>
                  ) : null,
                )}
                {canReverse(invoice, payment) ? (
                  <IfMay capability="invoices.write">
                    <Button size="sm" className="mt-2" onClick={() => setMistaken(payment)}>
                      {MISTAKE}
                    </Button>
                  </IfMay>
                ) : null}
              </>
            ),
            state: PLACES[payment.status],
          }))}
        />
      </CardBody>
      {mistaken ? (
        <ReverseDialog invoice={invoice} payment={mistaken} onClose={() => setMistaken(null)} />
      ) : null}
    </Card>
  )
}
