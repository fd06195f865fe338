import { describe, expect, it } from 'vitest'
import { CASE_STATES, KycStatus, VerificationStatus } from './cases.ts'
import { verificationBadge, verificationPageStatus, verificationWord } from './verification-statuses.ts'

describe('a status of a verification', () => {
  it.each([
    ['verified', 'Verified', 'Approved'],
    ['APPROVED', 'Verified', 'Approved'],
    ['Pending', 'Pending Verification', 'Pending Submission'],
    ['submitted', 'Submitted', 'Submitted'],
    ['Under Review', 'Under Review', 'Under Review'],
    ['in-review', 'Under Review', 'Under Review'],
    ['rejected', 'Verification Failed', 'Action Required'],
    ['needs_resubmission', 'Verification Failed', 'Action Required'],
    [null, 'Not Started', 'Not Started'],
    [undefined, 'Not Started', 'Not Started'],
    ['On Ice', 'On Ice', 'Unknown'],
  ])('%s reads %s on badges and %s on the verification page', (raw, badge, page) => {
    expect(verificationBadge(raw).label).toBe(badge)
    expect(verificationPageStatus(raw).label).toBe(page)
  })

  it('is known in every spelling the product itself uses', () => {
    for (const raw of [...CASE_STATES, ...KycStatus.options, ...VerificationStatus.options]) {
      expect(verificationWord(raw)).not.toBe('unknown')
    }
  })
})
