import { expect, test } from 'vitest'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { evidenceOf } from '#web/features/review/verdict-drafts.ts'
import { reviewCase, reviewItem } from '#web/shared/directory/testing.ts'
import { endedMarks, marksStanding } from './lasting-marks.ts'

const claimed = { id: 31, type: 'case.claimed', at: '2026-03-10T09:00:00Z' } as ReviewCase['events'][number]
const owner = {
  id: 4,
  name: 'Grace',
  isYou: true,
  until: '2026-03-10T09:30:00Z',
} as NonNullable<ReviewCase['owner']>
const held = reviewCase([reviewItem('selfie', 'Selfie')], { state: 'in_review', owner, events: [claimed] })

test.each<[string, Partial<ReviewCase>, ReturnType<typeof marksStanding>]>([
  ['the same claim', {}, 'current'],
  // Each line says whether it was about something else.
  ['another version', { version: 4 }, 'current'],
  ['another claim of one’s own', { events: [claimed, { ...claimed, id: 40 }] }, 'over'],
  ['a colleague’s claim', { owner: { ...owner, isYou: false } }, 'over'],
  ['a decided case', { state: 'approved' }, 'over'],
  ['a claim that lapsed', { owner: null }, 'unknown'],
  ['a page from before the claim', { owner: null, events: [] }, 'unknown'],
])('marks that were not sent, with %s, are %3$s', (_name, changes, standing) => {
  expect(marksStanding({ claim: claimed.id }, { ...held, ...changes })).toBe(standing)
})

test('names the lines whose marks ended with an earlier claim, once the reader has claimed the case again', () => {
  const draft = { decision: 'accepted', reasons: [], applicantText: '', internalNote: '' } as const
  const [selfie] = held.items
  const stored = { selfie: { ...draft, evidence: selfie ? evidenceOf(selfie) : '' } }
  expect(endedMarks(held, stored).map(({ label }) => label)).toEqual(['Selfie'])
  expect(endedMarks({ ...held, owner: null }, stored)).toEqual([])
  // Marks that were sent are nothing lost.
  const sent = held.items.map((item) => ({ ...item, decision: 'accepted' as const }))
  expect(endedMarks({ ...held, items: sent }, stored)).toEqual([])
})
