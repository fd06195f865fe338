import { formatDateTime } from '#web/lib/dates.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Timeline } from '#web/ui/timeline.tsx'

interface HistoryEvent {
  id: number
  title: string
  at: string
  actor: string
  note: string | null
}

/** The audit log's events about a case or an invoice, newest first. */
export function HistoryCard({ id, events }: { id: string; events: readonly HistoryEvent[] }) {
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title="What has happened" />
      <CardBody
        className="relative max-h-[480px] overflow-y-auto print:max-h-none"
        tabIndex={0}
        role="region"
        aria-label="Events, newest first"
      >
        <Timeline
          items={events.map((event) => ({
            id: String(event.id),
            title: event.title,
            date: `${formatDateTime(event.at)} · ${event.actor}`,
            detail: event.note,
            state: 'done' as const,
          }))}
        />
      </CardBody>
    </Card>
  )
}
