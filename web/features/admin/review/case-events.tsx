import type { ReviewCase } from '#contract/admin-cases.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { reasonLabel } from '../reason-labels.ts'

/** Everything that happened to a case, newest first, with notes and final reasons (cases.md, Events and evidence). */
export function CaseEvents({ events }: { events: ReviewCase['events'] }) {
  if (events.length === 0) return null
  return (
    <Card aria-labelledby="case-events">
      <CardHeader id="case-events" title="What has happened" />
      <CardBody
        className="max-h-[480px] overflow-y-auto"
        tabIndex={0}
        role="region"
        aria-label="Events, newest first"
      >
        <Timeline
          items={events.toReversed().map((event) => ({
            id: String(event.id),
            title: event.title,
            date: `${formatDateTime(event.at)} · ${event.actor}`,
            detail: detailOf(event),
            state: 'done' as const,
          }))}
        />
      </CardBody>
    </Card>
  )
}

function detailOf({ reasons, note }: ReviewCase['events'][number]): string | undefined {
  return [reasons.map(reasonLabel).join(', '), note].filter(Boolean).join('. ') || undefined
}
