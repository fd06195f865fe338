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

it('lists the looks of one person at one document together, latest first', () => {
  const look = (id: number, at: string, document: string, actor = 'Marta Silva') => ({
    ...event(id, at, 'document.viewed'),
    actor,
    look: { document, title: 'ID front viewed several times', text: `Look ${id}` },
  })
  const events = [
    look(1, '2026-03-09T10:00:00Z', 'document:a'),
    look(2, '2026-03-09T10:01:00Z', 'document:b'),
    look(3, '2026-03-09T10:02:00Z', 'document:a'),
    look(4, '2026-03-09T10:03:00Z', 'document:a', 'Priya Raman'),
    look(5, '2026-03-10T10:04:00Z', 'document:a'),
  ]
  const entries = caseStory({ events, notes: [] }, 'all').flatMap((day) => day.entries)
  expect(entries.map(({ id }) => id)).toEqual(['event 5', 'event 4', 'event 3', 'event 2'])
  expect(entries[2]).toMatchObject({
    title: 'ID front viewed several times',
    text: '10:02 GMT Look 3\n10:00 GMT Look 1',
  })
})
