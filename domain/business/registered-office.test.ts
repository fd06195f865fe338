import { expect, it } from 'vitest'
import { registeredOfficeProblem } from './registered-office.ts'

const MISSING = 'Add the postcode of the registered office'

it.each([
  ['1 Fern Lane\nBristol\nBS99 1AA', 'GB', '01234567', null],
  ['1 Fern Lane, london ec2a2aa, England', undefined, '01234567', null],
  ['1 Fern Lane\nBristol\nM1  1AE', '', '', null],
  ['1 Fern Lane\nBristol', 'GB', '01234567', MISSING],
  ['1 Fern Lane\nBristol BS99', 'GB', 'SC123456', MISSING],
  ['Unit 4A 12BC Fern Park', 'GB', '', MISSING],
  ['Unter den Linden 5\nBerlin', 'DE', 'HRB 12345', null],
  // A company from abroad that Companies House lists.
  ['Unter den Linden 5\nBerlin', 'GB', 'fc 012345', null],
  ['Unter den Linden 5\nBerlin', 'GB', 'OE012345', null],
  [' ', 'GB', '01234567', null],
])(
  '%j of a company in %s with the number %s: %s',
  (registeredAddress, registrationCountry, companyNumber, problem) =>
    expect(registeredOfficeProblem({ registeredAddress, registrationCountry, companyNumber })).toBe(problem),
)
