import type { ItemKey } from '#contract/verification/cases.ts'
import {
  type BusinessFields,
  type FieldProblems,
  isBlank,
  type RepresentativeFields,
} from './business-fields.ts'
import { type BirthRules, birthProblems } from './people-births.ts'

/** Whether a second representative was named: one with nothing in any field was not. */
export function hasSecondaryRepresentative(fields: BusinessFields): boolean {
  return !isBlank(fields.secondaryRepresentative)
}

/** What is wrong with the representatives: the first is needed, the second may be left out, and they are two people. */
export function representativeProblems(fields: BusinessFields, rules: BirthRules = {}): FieldProblems {
  const { primaryRepresentative: primary, secondaryRepresentative: secondary } = fields
  const ofPrimary = personProblems('primary', primary, rules)
  if (!hasSecondaryRepresentative(fields)) return ofPrimary
  const isSame = !isBlank(primary?.email) && emailKey(primary) === emailKey(secondary)
  return {
    ...ofPrimary,
    ...personProblems('secondary', secondary, rules),
    ...(isSame && {
      'secondaryRepresentative.email':
        'This is the primary representative’s email address. Enter another, or leave the second representative blank',
    }),
  }
}

function personProblems(
  id: 'primary' | 'secondary',
  person: RepresentativeFields | null | undefined,
  rules: BirthRules,
): FieldProblems {
  const path = `${id}Representative`
  const item: ItemKey = `representative:${id}`
  return {
    ...(isBlank(person?.name) && { [`${path}.name`]: 'Enter the full name' }),
    ...birthProblems(path, item, person?.birthDate, rules),
    ...(isBlank(person?.email) && { [`${path}.email`]: 'Enter an email address' }),
  }
}

function emailKey(person: RepresentativeFields | null | undefined): string {
  return (person?.email ?? '').trim().toLowerCase()
}
