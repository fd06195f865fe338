import { expect, it } from 'vitest'
import { canEditProfile } from './profile-lock.ts'

it.each([
  [{}, true],
  [{ kyc: null, business: null }, true],
  [{ kyc: 'submitted', business: 'under_review' }, true],
  [{ kyc: 'rejected' }, true],
  [{ kyc: 'verified' }, false],
  [{ kyc: 'Approved' }, false],
  [{ business: 'verified' }, false],
  [{ kyc: 'pending', business: 'approved' }, false],
  [{ kyc: 'reverification_due' }, false],
])('R20 with %o the profile can be edited: %s', (statuses, can) =>
  expect(canEditProfile(statuses).can).toBe(can),
)
