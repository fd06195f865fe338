import { getTableColumns } from 'drizzle-orm'
import { CountryCode, NationalityCode } from '#contract/country-schemas.ts'
import {
  MANAGER_FIELDS,
  OWNER_FIELDS,
  type PersonFields,
  personShape,
  REPRESENTATIVE_FIELDS,
} from '#contract/onboarding/business-people.ts'
import type { BeneficialOwner, Representative, SeniorManager } from '#contract/onboarding/business-rules.ts'
import { type IdentifiedAnswers, SENIOR_MANAGER } from '#domain/business/owner-ids.ts'
import { ownershipHundredths } from '#domain/business/shares.ts'
import { type BusinessPersonRow, businessPeople } from '#server/model/schema/business.ts'
import type { Details } from '#server/model/schema/cases.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openJson, openText, type Sealer } from '#server/platform/fields/stored-values.ts'

const FIELDS_BY_ROLE: Readonly<Record<string, PersonFields>> = {
  owner: OWNER_FIELDS,
  senior_manager: MANAGER_FIELDS,
  representative: REPRESENTATIVE_FIELDS,
}

type PersonKey = Pick<BusinessPersonRow, 'profileId' | 'role' | 'personId'>
type PersonToStore = Omit<PersonKey, 'profileId'> & {
  fullName: string
  birthDate?: string
  ownershipHundredths?: number | null
}
/** A person in a company, with each answer that has no column of its own under its name. */
export type OpenedPerson = Omit<BusinessPersonRow, 'birthDate' | 'details'> & { birthDate: string | null }

/** Whether an answer has a column of its own; names and shares have one, whatever they are called in the form. */
function hasColumn(field: string): boolean {
  return field === 'name' || field === 'ownershipPercent' || field in getTableColumns(businessPeople)
}

/** Where a value of a company's person is stored; it can be decrypted only there. */
function placeOf({ profileId, role, personId }: PersonKey, column: 'birth_date' | 'details'): FieldPlace {
  return ['business_people', column, `${profileId}:${role}:${personId}`]
}

/** The rows of a company's people, in the order of the form. */
export function peopleRows(
  seal: Sealer,
  profileId: number,
  answers: IdentifiedAnswers,
): (typeof businessPeople.$inferInsert)[] {
  return peopleOf(answers).map(({ birthDate, ...person }, position) => {
    const key = { profileId, role: person.role, personId: person.personId }
    const given = Object.entries(person)
    const details = Object.fromEntries(
      given.filter(([field, value]) => !hasColumn(field) && value !== undefined),
    ) as Details
    return {
      ...(Object.fromEntries(given.filter(([field]) => hasColumn(field))) as typeof person),
      profileId,
      position,
      birthDate: seal.text(birthDate, placeOf(key, 'birth_date')),
      details: Object.keys(details).length > 0 ? seal.json(details, placeOf(key, 'details')) : null,
    }
  })
}

/** A person as entered. Throws if a value was altered or is someone else's. */
export function openPerson(db: Db, { birthDate, details, ...row }: BusinessPersonRow): OpenedPerson {
  return {
    ...row,
    birthDate: openText(db, birthDate, placeOf(row, 'birth_date')),
    ...(details === null ? {} : openJson(db, details, placeOf(row, 'details'))),
  }
}

/** A row's values for the export, by the names they are read back with. Throws as above. */
export function openPersonRow(
  db: Db,
  { profile_id, person_id, ...row }: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { birth_date, details, ...open } = row
  const role = String(row.role)
  const sealed = { birthDate: birth_date, details } as Pick<BusinessPersonRow, 'birthDate' | 'details'>
  const key = { profileId: Number(profile_id), role, personId: String(person_id) }
  const given = sealed.details === null ? {} : openJson(db, sealed.details, placeOf(key, 'details'))
  const more = Object.entries(FIELDS_BY_ROLE[role] ?? {}).filter(([field]) => !hasColumn(field))
  return {
    ...open,
    birth_date: openText(db, sealed.birthDate, placeOf(key, 'birth_date')),
    ...Object.fromEntries(more.map(([field, { wire }]) => [wire, given[field] ?? null])),
  }
}

function peopleOf(answers: IdentifiedAnswers): PersonToStore[] {
  const { beneficialOwners, seniorManager, primaryRepresentative, secondaryRepresentative } = answers
  const representative = (personId: string, { name, ...person }: Representative): PersonToStore => ({
    role: 'representative',
    personId,
    fullName: name,
    ...person,
  })
  return [
    ...beneficialOwners.map(
      ({ id, ownershipPercent, ...owner }): PersonToStore => ({
        role: 'owner',
        personId: id,
        ownershipHundredths: ownershipHundredths(ownershipPercent),
        ...owner,
      }),
    ),
    ...(seniorManager ? [{ role: 'senior_manager', personId: SENIOR_MANAGER, ...seniorManager }] : []),
    representative('primary', primaryRepresentative),
    ...(secondaryRepresentative ? [representative('secondary', secondaryRepresentative)] : []),
  ]
}

type PeopleAnswers = Pick<
  IdentifiedAnswers,
  'beneficialOwners' | 'seniorManager' | 'primaryRepresentative' | 'secondaryRepresentative'
>

/** A company's answers about its people, from their rows in the order of the form. */
export function peopleAnswers(people: readonly OpenedPerson[]): PeopleAnswers {
  const primaryRepresentative = representativeOf(people, 'primary')
  if (!primaryRepresentative) throw new Error('Every company has a primary representative')
  const manager = people.find(({ role }) => role === 'senior_manager')
  return {
    beneficialOwners: people
      .filter(({ role }) => role === 'owner')
      .map((owner) => ({ id: owner.personId, ...personOf<BeneficialOwner>(OWNER_FIELDS, owner) })),
    seniorManager: manager && personOf<SeniorManager>(MANAGER_FIELDS, manager),
    primaryRepresentative,
    secondaryRepresentative: representativeOf(people, 'secondary'),
  }
}

function representativeOf(people: readonly OpenedPerson[], id: string): Representative | undefined {
  const found = people.find(({ role, personId }) => role === 'representative' && personId === id)
  return found && personOf<Representative>(REPRESENTATIVE_FIELDS, found)
}

/** A person's answers, from their row. */
function personOf<Person>(fields: PersonFields, row: OpenedPerson): Person {
  const { fullName: name, ownershipHundredths } = row
  const values: Record<string, unknown> = { ...row, name, ownershipPercent: (ownershipHundredths ?? 0) / 100 }
  return personShape<PersonFields, Person>(fields, (field, { input }) => {
    const value = values[field] ?? undefined
    if (input === 'nationality') return [field, NationalityCode.parse(value)]
    return [field, input === 'country' ? CountryCode.parse(value) : value]
  })
}
