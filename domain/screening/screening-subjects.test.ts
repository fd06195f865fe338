import { expect, test } from 'vitest'
import { STATELESS } from '#contract/countries.ts'
import type { IdentifiedAnswers } from '#domain/business/owner-ids.ts'
import { businessSubjects, consumerSubjects } from './screening-subjects.ts'

// Screenings are repeated for the subjects of the last one. If one of these tests fails, first write the migration that
// sets `round` of `case_screenings` to 0, and only then the new expectation.

test('a person is screened by their names and birth date', () => {
  expect(consumerSubjects({ firstName: 'Ada', lastName: 'Lovelace', dob: '1988-03-09' })).toEqual([
    {
      key: 'person',
      kind: 'person',
      label: 'Applicant',
      name: 'Ada Lovelace',
      family: 'Lovelace',
      birthDate: '1988-03-09',
    },
  ])
})

test('a company is screened itself, with everyone behind it', () => {
  const person = { birthDate: '1966-01', nationality: 'GB', residenceCountry: 'IE' } as const
  const answers: IdentifiedAnswers = {
    legalName: 'Fern Carbon Limited',
    registeredAddress: '1 Fern Lane, Bristol',
    registrationCountry: 'GB',
    companyNumber: '01234567',
    bankCountry: 'GB',
    userType: 'corporate',
    beneficialOwners: [
      { id: 'o1', fullName: 'Ben Oak', ...person, nationality: STATELESS, ownershipPercent: 60 },
    ],
    seniorManager: { fullName: 'Cay Fern', ...person },
    primaryRepresentative: { name: 'Dee Ash', email: 'dee@fern.example' },
    secondaryRepresentative: { name: 'Eve Elm', email: 'eve@fern.example' },
  }
  expect(businessSubjects(answers)).toEqual([
    {
      key: 'company',
      kind: 'company',
      label: 'Company',
      name: 'Fern Carbon Limited',
      country: 'GB',
      companyNumber: '01234567',
    },
    { key: 'owner:o1', kind: 'person', label: 'Beneficial owner', name: 'Ben Oak', birthDate: '1966-01' },
    {
      key: 'owner:senior-manager',
      kind: 'person',
      label: 'Senior managing person',
      name: 'Cay Fern',
      birthDate: '1966-01',
      country: 'GB',
    },
    { key: 'representative:primary', kind: 'person', label: 'Primary representative', name: 'Dee Ash' },
    { key: 'representative:secondary', kind: 'person', label: 'Secondary representative', name: 'Eve Elm' },
  ])
})
