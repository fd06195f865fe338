import { STATELESS } from '#contract/countries.ts'
import { type IdentifiedAnswers, SENIOR_MANAGER } from '#domain/business/owner-ids.ts'
import type { ScreeningSubject } from './screening-records.ts'

// A screening is repeated for the same subjects. Changing the subjects below needs a migration that sets `round` of
// `case_screenings` to 0, so that everyone is screened again; the test next to this file fails if that was forgotten.

/** Returns the person of a consumer's verification. */
export function consumerSubjects(profile: {
  firstName: string
  lastName: string
  dob: string
}): ScreeningSubject[] {
  const { firstName, lastName, dob } = profile
  return [
    {
      key: 'person',
      kind: 'person',
      label: 'Applicant',
      name: `${firstName} ${lastName}`,
      family: lastName,
      birthDate: dob,
    },
  ]
}

/** Returns the company, its owners or senior manager, and its representatives. */
export function businessSubjects(answers: IdentifiedAnswers): ScreeningSubject[] {
  const { beneficialOwners, seniorManager, primaryRepresentative, secondaryRepresentative } = answers
  const person = (
    key: string,
    label: string,
    { name, birthDate, country }: { name: string; birthDate?: string; country?: string },
  ): ScreeningSubject => ({
    key,
    kind: 'person',
    label,
    name,
    birthDate,
    // A stateless person cannot have another nationality than the list gives.
    country: country === STATELESS ? undefined : country,
  })
  return [
    {
      key: 'company',
      kind: 'company',
      label: 'Company',
      name: answers.legalName,
      country: answers.registrationCountry,
      companyNumber: answers.companyNumber,
    },
    ...beneficialOwners.map(({ id, fullName, birthDate, nationality }) =>
      person(`owner:${id}`, 'Beneficial owner', { name: fullName, birthDate, country: nationality }),
    ),
    ...(seniorManager
      ? [
          person(`owner:${SENIOR_MANAGER}`, 'Senior managing person', {
            name: seniorManager.fullName,
            birthDate: seniorManager.birthDate,
            country: seniorManager.nationality,
          }),
        ]
      : []),
    person('representative:primary', 'Primary representative', primaryRepresentative),
    ...(secondaryRepresentative
      ? [person('representative:secondary', 'Secondary representative', secondaryRepresentative)]
      : []),
  ]
}
