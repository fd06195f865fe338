import { describe, expect, it } from 'vitest'
import { CASE_STATES } from '#contract/verification/case-states.ts'
import { type CaseState, KycStatus, VerificationStatus } from '#contract/verification/cases.ts'
import type { CaseItem } from './case.ts'
import {
  applicantItems,
  canEditProfile,
  caseLock,
  editableItems,
  isSubmitted,
  noticeFor,
  wireStatuses,
} from './case-view.ts'
import { whoWaits } from './case-waiting.ts'

const item = (more: Partial<CaseItem>): CaseItem => ({
  key: 'id-front',
  decision: 'pending',
  reasons: [],
  text: null,
  note: 'Looks odd to me',
  evidence: 'hash',
  refused: [],
  isFinal: false,
  ...more,
})
const ITEMS = [
  item({ key: 'name', decision: 'accepted', isFinal: true }),
  item({ key: 'id-front', decision: 'retry', reasons: ['IMAGE_BLURRED'] }),
  item({ key: 'selfie', decision: 'final', reasons: ['FORGERY'] }),
  item({ key: 'proof-of-address' }),
]

describe('a state as others read it', () => {
  it.each<[CaseState, string, string, string]>([
    ['draft', 'applicant', 'pending', 'pending'],
    ['submitted', 'reviewer', 'submitted', 'submitted'],
    ['in_review', 'reviewer', 'under_review', 'under_review'],
    ['needs_resubmission', 'applicant', 'rejected', 'rejected'],
    ['awaiting_second_approval', 'second_reviewer', 'under_review', 'under_review'],
    ['approved', 'nobody', 'approved', 'verified'],
    ['rejected', 'nobody', 'rejected', 'rejected'],
    ['reverification_due', 'applicant', 'approved', 'verified'],
    ['withdrawn', 'nobody', 'pending', 'pending'],
    ['expired', 'nobody', 'pending', 'pending'],
  ])('%s waits for %s and is shown as %s and %s', (state, waiting, kyc, verification) => {
    expect(whoWaits(state)).toBe(waiting)
    expect(wireStatuses(state)).toEqual({
      kycStatus: kyc,
      verificationStatus: verification,
      reverificationDue: state === 'reverification_due',
    })
    expect(KycStatus.safeParse(kyc).success && VerificationStatus.safeParse(verification).success).toBe(true)
  })

  it.each(['submitted', 'in_review', 'awaiting_second_approval', 'approved', 'reverification_due'] as const)(
    'counts %s as submitted',
    (state) => expect(isSubmitted(state)).toBe(true),
  )
  it.each(['draft', 'needs_resubmission', 'rejected', 'withdrawn', 'expired'] as const)(
    'does not count %s as submitted',
    (state) => expect(isSubmitted(state)).toBe(false),
  )
})

describe('a profile', () => {
  it('can be edited while nothing is verified', () => {
    expect(canEditProfile([])).toBe(true)
    expect(canEditProfile(['draft', 'needs_resubmission'])).toBe(true)
  })

  it.each(CASE_STATES)('R20 is locked or left open by a verification that is %s', (state) => {
    const isVerified = state === 'approved' || state === 'reverification_due'
    expect(canEditProfile([state])).toBe(!isVerified)
    expect(canEditProfile(['draft', state])).toBe(!isVerified)
  })
})

describe('what the applicant may change', () => {
  it.each<[CaseState, string[]]>([
    ['draft', ['name', 'id-front', 'selfie', 'proof-of-address']],
    ['submitted', ['id-front', 'selfie', 'proof-of-address']],
    ['in_review', ['id-front', 'selfie', 'proof-of-address']],
    ['needs_resubmission', ['id-front']],
    ['awaiting_second_approval', ['id-front', 'selfie', 'proof-of-address']],
    ['approved', []],
    ['rejected', []],
    ['reverification_due', ['name', 'id-front', 'selfie', 'proof-of-address']],
    ['withdrawn', []],
    ['expired', []],
  ])('in %s is %j', (state, keys) => {
    expect(editableItems({ state, items: ITEMS })).toEqual(keys)
    expect(caseLock(state).isLocked).toBe(keys.length === 0)
  })
})

describe('what the applicant sees of an item', () => {
  it('only gives a reason for what was returned', () => {
    const items = applicantItems({ state: 'needs_resubmission', items: ITEMS })
    expect(items.map((item) => [item.key, item.status, item.reasons.length])).toEqual([
      ['name', 'accepted', 0],
      ['id-front', 'returned', 1],
      ['selfie', 'open', 0],
      ['proof-of-address', 'open', 0],
    ])
  })

  it.each(CASE_STATES)('in %s never contains a note or a final reason', (state) => {
    const told = JSON.stringify(applicantItems({ state, items: ITEMS }))
    expect(told).not.toContain('Looks odd')
    expect(told).not.toContain('FORGERY')
    expect(told).not.toContain('final')
  })

  it('in a rejected case does not distinguish items', () => {
    const items = applicantItems({ state: 'rejected', items: ITEMS })
    expect(new Set(items.map((item) => item.status)).size).toBe(1)
  })

  it('shows the reviewer’s text once', () => {
    const text = 'The corner with the number is dark.'
    const reasons = (codes: CaseItem['reasons']) =>
      applicantItems({
        state: 'needs_resubmission',
        items: [item({ decision: 'retry', reasons: codes, text })],
      })[0]?.reasons
    expect(JSON.stringify(reasons(['IMAGE_BLURRED', 'IMAGE_GLARE'])).split(text)).toHaveLength(2)
    expect(JSON.stringify(reasons(['OTHER', 'IMAGE_GLARE'])).split(text)).toHaveLength(2)
  })
})

describe('the mail of a change', () => {
  it.each<[CaseState, CaseState, number, string | null]>([
    ['draft', 'submitted', 1, 'submitted'],
    ['needs_resubmission', 'submitted', 2, 'resubmitted'],
    ['submitted', 'in_review', 1, null],
    ['in_review', 'submitted', 1, null],
    ['awaiting_second_approval', 'submitted', 1, null],
    ['in_review', 'awaiting_second_approval', 1, null],
    ['in_review', 'approved', 1, 'approved'],
    ['in_review', 'needs_resubmission', 1, 'needs_resubmission'],
    ['in_review', 'rejected', 1, 'rejected'],
    ['approved', 'reverification_due', 1, 'reverification_due'],
    ['reverification_due', 'approved', 1, 'approved'],
    ['approved', 'draft', 1, 'reopened'],
    ['expired', 'draft', 1, null],
    ['submitted', 'withdrawn', 1, 'withdrawn'],
    ['draft', 'expired', 0, null],
    ['needs_resubmission', 'needs_resubmission', 1, null],
  ])('from %s to %s in round %i is %s', (before, after, round, notice) =>
    expect(noticeFor({ before, after, round })).toBe(notice),
  )

  it('speaks of an approval only where someone approved', () => {
    const change = { before: 'reverification_due', after: 'approved', round: 1 } as const
    expect(noticeFor({ ...change, isConfirmation: true })).toBe('confirmed')
  })
})
