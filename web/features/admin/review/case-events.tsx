import type { ReviewCase } from '#contract/admin-cases.ts'
import { HistoryCard } from '#web/parts/history-card.tsx'
import { eventNote } from '../event-note.ts'

/** Everything that happened to a case, newest first, with notes and final reasons (cases, Events and evidence). */
export function CaseEvents({ events }: { events: ReviewCase['events'] }) {
  if (events.length === 0) return null
  const newestFirst = events.toReversed().map((event) => ({ ...event, note: eventNote(event) }))
  return <HistoryCard id="case-events" events={newestFirst} />
}
