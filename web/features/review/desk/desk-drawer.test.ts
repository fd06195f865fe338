import { expect, it } from 'vitest'
import { caseStory } from './desk-drawer.tsx'

const event = (id: number, at: string, type: string) => ({
  id,
  at,
  type,
  title: type,
  actor: 'Marta Silva',
  reasons: [],
  note: null,
})
const STORY = {
  events: [
    event(1, '2026-03-09T10:00:00Z', 'case.submitted'),
    event(2, '2026-03-10T10:00:00Z', 'document.viewed'),
    event(3, '2026-03-10T10:05:00Z', 'case.note_added'),
  ],
  notes: [{ id: 7, author: 'Priya Raman', at: '2026-03-10T10:05:00Z', text: 'Called at 09:28.' }],
}

it('lists notes and history by day, latest first, and each note once, by its text', () => {
  const days = caseStory(STORY, 'all')
  expect(days.map(({ entries }) => entries.map(({ id }) => id))).toEqual([['note 7', 'event 2'], ['event 1']])
  expect(days[0]?.entries[0]).toMatchObject({ who: 'Priya Raman', text: 'Called at 09:28.', kind: 'note' })
})

it('is filtered to notes, or to what was done with files', () => {
  const idsOf = (part: 'notes' | 'files') =>
    caseStory(STORY, part).flatMap(({ entries }) => entries.map(({ id }) => id))
  expect(idsOf('notes')).toEqual(['note 7'])
  expect(idsOf('files')).toEqual(['event 2'])
})
