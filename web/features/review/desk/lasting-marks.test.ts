import { expect, test } from 'vitest'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { reviewCase, reviewItem } from '#web/shared/directory/testing.ts'
import { marksStanding } from './lasting-marks.ts'

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
