import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { eventNote } from '#web/shared/cases/event-note.ts'
import { HistoryCard } from '#web/shared/shell/history-card.tsx'

/** Everything that happened to a case, newest first, with notes and final reasons (cases, Events and evidence). */
export function CaseEvents({ events }: { events: ReviewCase['events'] }) {
  if (events.length === 0) return null
  const newestFirst = events.toReversed().map((event) => ({ ...event, note: eventNote(event) }))
  return <HistoryCard id="case-events" events={newestFirst} />
}
