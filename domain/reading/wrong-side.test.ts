import { expect, test } from 'vitest'
import { looksLikeFront } from './wrong-side.ts'

test.each([
  ['id-back', 'drivingLicence', ['surname', 'number'], true],
  ['id-back', 'drivingLicence', ['expiresOn'], false],
  ['id-back', 'residencePermit', ['surname', 'number'], false],
  ['id-front', 'drivingLicence', ['surname', 'number'], false],
] as const)('%s of a %s that says %s', (slot, docType, fields, isFront) => {
  expect(
    looksLikeFront(
      slot,
      docType,
      fields.map((field) => ({ field })),
    ),
  ).toBe(isFront)
})
