import type { AdminInvoice } from '#contract/billing-admin.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Timeline } from '#web/ui/timeline.tsx'

/** What the ledger says of an invoice, newest first. */
export function InvoiceHistory({ events }: { events: AdminInvoice['events'] }) {
  return (
    <Card aria-labelledby="invoice-history">
      <CardHeader id="invoice-history" title="What has happened" />
      <CardBody
        className="max-h-[480px] overflow-y-auto"
        tabIndex={0}
        role="region"
        aria-label="Events, newest first"
      >
        <Timeline
          items={events.map((event) => ({
            id: String(event.id),
            title: event.title,
            date: `${formatDateTime(event.at)} · ${event.actor}`,
            detail: event.note ? <span className="wrap-anywhere">{event.note}</span> : undefined,
            state: 'done' as const,
          }))}
        />
      </CardBody>
    </Card>
  )
}
