import {
  type BusinessFields,
  type FieldProblems,
  isBlank,
  type RepresentativeFields,
} from './business-fields.ts'

/** Whether a second representative was named: one with nothing in any field was not. */
export function hasSecondaryRepresentative(fields: BusinessFields): boolean {
  return !isBlank(fields.secondaryRepresentative)
}

/** What is wrong with the representatives: the first is needed, the second may be left out, and they are two people. */
export function representativeProblems(fields: BusinessFields): FieldProblems {
  const { primaryRepresentative: primary, secondaryRepresentative: secondary } = fields
  if (!hasSecondaryRepresentative(fields)) return personProblems('primaryRepresentative', primary)
  const isSame = !isBlank(primary?.email) && emailKey(primary) === emailKey(secondary)
  return {
    ...personProblems('primaryRepresentative', primary),
    ...personProblems('secondaryRepresentative', secondary),
    ...(isSame && {
      'secondaryRepresentative.email':
        'This is the primary representative’s email address. Enter another, or leave the second representative blank',
    }),
  }
}

function personProblems(path: string, person: RepresentativeFields | null | undefined): FieldProblems {
  return {
    ...(isBlank(person?.name) && { [`${path}.name`]: 'Enter the full name' }),
    ...(isBlank(person?.email) && { [`${path}.email`]: 'Enter an email address' }),
  }
}

function emailKey(person: RepresentativeFields | null | undefined): string {
  return (person?.email ?? '').trim().toLowerCase()
}
