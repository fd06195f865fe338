import { expect, test } from 'vitest'
import { submittedCompany } from './submission-snapshots.ts'

test('a company submitted before a rule is read as it was submitted', () => {
  const owner = { id: 'o1', fullName: 'Ada 🌱 Fern', ownershipPercent: 100 }
  const answers = { legalName: 'Fern Hill Ltd', beneficialOwners: [owner] }
  expect(submittedCompany(answers)).toMatchObject({ beneficialOwners: [{ fullName: 'Ada 🌱 Fern' }] })
})
