import { describe, expect, it } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import type { ApprovalObstacle } from '#contract/review/admin-cases.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { reviewCase, reviewItem } from '#web/shared/directory/testing.ts'
import { basisOfCall, obstaclesNow } from '../approval-by-call.ts'
import { evidenceOf, type StoredVerdictDraft } from '../verdict-drafts.ts'
import { obstaclesWithMarks } from './override.ts'

const EXPIRED: ApprovalObstacle = { kind: 'waivable', text: 'ID front has expired.', line: 'id-front' }
const ASKED: ApprovalObstacle = {
  kind: 'waivable',
  text: 'Selfie was asked for again: Face not clear. “Too dark”',
  line: 'selfie',
}
const front = reviewItem('id-front', 'ID front', { decision: 'accepted', acceptedBy: 'Grace Hopper' })
const selfie = reviewItem('selfie', 'Selfie', {
  decision: 'retry',
  reasons: ['SELFIE_UNCLEAR'],
  applicantText: 'Too dark',
})
const name = reviewItem('name', 'Name')
const given = reviewCase([front, selfie, name], { statusObstacles: [EXPIRED, ASKED] })

const mark = (item: typeof front, draft: Partial<StoredVerdictDraft>) => ({
  [item.item]: {
    decision: 'accepted' as const,
    reasons: [],
    applicantText: '',
    internalNote: '',
    evidence: evidenceOf(item),
    ...draft,
  },
})

describe('an approval by the status call, with unsaved marks', () => {
  it('counts what is accepted, saved or not, and nothing that was marked against', () => {
    expect(basisOfCall(given)).toMatchObject({ reviewed: 1, total: 3 })
    expect(basisOfCall(given, { ...mark(name, {}), ...mark(selfie, {}) })).toMatchObject({ reviewed: 3 })
    expect(basisOfCall(given, mark(front, { decision: 'retry', reasons: ['ID_EXPIRED'] }))).toMatchObject({
      reviewed: 0,
    })
    expect(basisOfCall(given, mark(name, { evidence: 'another' }))).toMatchObject({ reviewed: 1 })
  })

  it('is no longer prevented by what was asked for again and is accepted now, but by the evidence', () => {
    expect(obstaclesWithMarks(given, {})).toEqual({ left: [EXPIRED, ASKED], marked: [] })
    const drafts = { ...mark(selfie, {}), ...mark(front, { internalNote: 'Seen' }) }
    expect(obstaclesWithMarks(given, drafts)).toEqual({ left: [EXPIRED], marked: [] })
  })

  it('names what is marked against an item as the server will', () => {
    const drafts = mark(name, { decision: 'final', reasons: ['FORGERY'], applicantText: 'Ignored' })
    expect(obstaclesWithMarks(given, drafts).marked).toEqual([
      { kind: 'waivable', line: 'name', text: 'Name was rejected: Forged or altered document.' },
    ])
  })

  it('is prevented by what the refusal names, but not by what its reader has yet to look at', () => {
    const refused = (conflict: NonNullable<ErrorBody['conflict']>) => new ApiError(409, 'No', { conflict })
    const named = refused({ missing: [EXPIRED.text, 'Address is missing.'] })
    expect(obstaclesNow([EXPIRED], named)).toEqual([
      EXPIRED,
      { kind: 'waivable', text: 'Address is missing.' },
    ])
    const gap = { item: 'name', kind: 'not_opened', text: 'Open ID front in the viewer.' }
    expect(obstaclesNow([EXPIRED], refused({ missing: [gap.text], gaps: [gap] }))).toEqual([EXPIRED])
  })
})
