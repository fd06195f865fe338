import { afterEach, expect, test } from 'vitest'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { SESSION_KEYS } from '#web/lib/storage-keys.ts'
import { reviewCase, reviewItem } from '#web/shared/directory/testing.ts'
import { lastingMarks } from './lasting-marks.ts'

const REVIEWER = 4
const claimed = { id: 31, type: 'case.claimed', at: '2026-03-10T09:00:00Z' } as ReviewCase['events'][number]
const owner = {
  id: REVIEWER,
  name: 'Grace',
  isYou: true,
  until: '2026-03-10T09:30:00Z',
} as ReviewCase['owner']
const held = reviewCase([reviewItem('selfie', 'Selfie')], { state: 'in_review', owner, events: [claimed] })
const drafts = {
  selfie: { decision: 'accepted', reasons: [], applicantText: '', internalNote: '', evidence: ' ' },
}

afterEach(() => sessionStorage.clear())

test.each<[string, Partial<ReviewCase>, number, boolean]>([
  ['the same claim and version', {}, REVIEWER, true],
  ['another reviewer', {}, 5, false],
  ['another case', { id: 8 }, REVIEWER, false],
  ['another version', { version: 4 }, REVIEWER, false],
  ['a claim that ended', { owner: null }, REVIEWER, false],
  ['another claim', { events: [claimed, { ...claimed, id: 40 }] }, REVIEWER, false],
  ['a decided case', { state: 'approved' }, REVIEWER, false],
])('marks that were not sent, after a reload with %s', (_name, changes, reviewer, counts) => {
  const kept = { reviewer: REVIEWER, caseId: held.id, version: held.version, claim: claimed.id, drafts }
  sessionStorage.setItem(SESSION_KEYS.unsentMarks, JSON.stringify(kept))
  expect(lastingMarks({ ...held, ...changes }, reviewer)).toEqual(counts ? drafts : null)
})
