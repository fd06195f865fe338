import { expect, test } from 'vitest'
import { CASE_STATES } from '#contract/verification/case-states.ts'
import { canEditProfile } from './profile-lock.ts'

test('a profile can be edited while nothing is verified', () => {
  expect(canEditProfile([])).toBe(true)
  expect(canEditProfile(['draft', 'needs_resubmission'])).toBe(true)
})

test.each(CASE_STATES)('R20 a verification that is %s locks the profile or leaves it open', (state) => {
  const isVerified = state === 'approved' || state === 'reverification_due'
  expect(canEditProfile([state])).toBe(!isVerified)
  expect(canEditProfile(['draft', state])).toBe(!isVerified)
})
