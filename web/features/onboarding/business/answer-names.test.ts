import { expect, test } from 'vitest'
import { nameOfField, textOfAnswer, withPerson } from './answer-names.ts'

test.each([
  ['legalName', 'Legal Name'],
  ['beneficialOwners', 'Beneficial owners'],
  ['beneficialOwners.1', 'Beneficial owner 2'],
  ['beneficialOwners.1.nationality', 'Beneficial owner 2: Nationality'],
  ['seniorManager.fullName', 'Senior managing person: Full Name'],
  ['secondaryRepresentative.email', 'Secondary representative: Email'],
  ['userType', 'User type'],
])('the field %s is called %s', (path, name) => expect(nameOfField(path)).toBe(name))

test.each([
  ['beneficialOwners.0.fullName', 'Beneficial owner 1: Enter the full name'],
  ['primaryRepresentative.name', 'Primary representative: Enter the full name'],
  ['beneficialOwners', 'Enter the full name'],
  ['legalName', 'Enter the full name'],
])('an error of %s reads: %s', (path, text) => expect(withPerson(path, 'Enter the full name')).toBe(text))

test.each([
  ['beneficialOwners.0.nationality', 'FR', 'France'],
  ['beneficialOwners.0.ownershipPercent', '37.5', '37.5%'],
  ['seniorManager.birthDate', '1971-3-', 'Mar 1971'],
  ['registeredAddress', '1 Fern Lane\nBristol', '1 Fern Lane, Bristol'],
  ['userType', 'buy_retire', 'Buy and retire credits'],
  ['noUboReason', 'listed', 'It is listed on a regulated market'],
  ['legalName', undefined, ''],
])('the answer to %s reads as people say it: %s', (path, answer, text) =>
  expect(textOfAnswer(path, answer)).toBe(text),
)
