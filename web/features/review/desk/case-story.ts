import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { formatDate } from '#web/lib/dates.ts'
import { eventNote } from '#web/shared/cases/reason-labels.ts'

export const STORY_PARTS = ['all', 'notes', 'files'] as const
export type StoryPart = (typeof STORY_PARTS)[number]

/** Something that happened to a case, or that a colleague wrote about it. */
export interface StoryEntry {
  id: string
  at: string
  who: string
  title: string
  /** What a reviewer wrote, or what a decision says beside itself. */
  text: string | null
  kind: 'note' | 'sent' | 'good' | 'asked' | 'file' | 'other'
}

const KINDS: Readonly<Record<string, StoryEntry['kind']>> = {
  'case.submitted': 'sent',
  'case.approved': 'good',
  'case.proposed': 'good',
  'case.returned': 'asked',
  'case.rejected': 'asked',
  'case.proposal_declined': 'asked',
  'case.proposal_cancelled': 'asked',
}

/** Notes and history of a case as one story, day by day, the latest first. A note is told by its words, not by the ledger's line. */
export function caseStory(
  { events, notes }: Pick<ReviewCase, 'events' | 'notes'>,
  part: StoryPart,
): { day: string; entries: StoryEntry[] }[] {
  const happened = events
    .filter(({ type }) => type !== 'case.note_added')
    .map(
      (event): StoryEntry => ({
        id: `event ${event.id}`,
        at: event.at,
        who: event.actor,
        title: event.title,
        text: eventNote(event),
        kind: event.type.startsWith('document.') ? 'file' : (KINDS[event.type] ?? 'other'),
      }),
    )
  const written = notes.map(
    ({ id, at, author, text }): StoryEntry => ({
      id: `note ${id}`,
      at,
      who: author,
      title: 'Left a note',
      text,
      kind: 'note',
    }),
  )
  const entries = [...happened.toReversed(), ...written]
    .filter(({ kind }) => part === 'all' || kind === (part === 'notes' ? 'note' : 'file'))
    .sort((a, b) => b.at.localeCompare(a.at))
  return [...Map.groupBy(entries, ({ at }) => formatDate(at))].map(([day, of]) => ({ day, entries: of }))
}
