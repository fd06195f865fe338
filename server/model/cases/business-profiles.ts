import { asc, eq, inArray } from 'drizzle-orm'
import { UserType } from '#contract/account/user-types.ts'
import { CountryCode, NationalityCode } from '#contract/countries.ts'
import { NoUboReason } from '#contract/onboarding/business.ts'
import { type BusinessFieldName, businessField, businessShape } from '#contract/onboarding/business-fields.ts'
import {
  type BeneficialOwner,
  MANAGER_FIELDS,
  OWNER_FIELDS,
  type PersonFields,
  personShape,
  REPRESENTATIVE_FIELDS,
  type Representative,
  type SeniorManager,
} from '#contract/onboarding/business-people.ts'
import { businessParts } from '#domain/business/business-parts.ts'
import { type IdentifiedAnswers, SENIOR_MANAGER } from '#domain/business/owner-ids.ts'
import { ownershipHundredths } from '#domain/business/ownership.ts'
import {
  type BusinessPersonRow,
  type BusinessProfileRow,
  businessPeople,
  businessProfiles,
} from '#server/model/schema/business.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openText, sealerFor } from '#server/platform/fields/stored-values.ts'
import { answerColumns, openSealed } from './business-rows.ts'

/** A company as last submitted. */
export interface StoredBusiness {
  id: number
  answers: IdentifiedAnswers
  createdAt: Date
}

/** A person's company as last submitted; undefined before the first submission. */
export async function findBusiness(db: Db, userId: number): Promise<StoredBusiness | undefined> {
  return (await businessesOf(db, [userId])).get(userId)
}

/** The same of several people, by their ids. */
export async function businessesOf(db: Db, userIds: readonly number[]): Promise<Map<number, StoredBusiness>> {
  const rows = await db
    .select()
    .from(businessProfiles)
    .where(inArray(businessProfiles.userId, [...userIds]))
  if (rows.length === 0) return new Map()
  const people = await db
    .select()
    .from(businessPeople)
    .where(
      inArray(
        businessPeople.profileId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(businessPeople.position))
  const opened = people.map((person) => ({
    ...person,
    birthDate: openText(db, person.birthDate, birthPlaceOf(person)),
  }))
  const peopleOfProfile = Map.groupBy(opened, ({ profileId }) => profileId)
  return new Map(
    rows.map((row) => [
      row.userId,
      {
        id: row.id,
        answers: answersOf({ ...row, ...openSealed(db, row.userId, row) }, peopleOfProfile.get(row.id) ?? []),
        createdAt: row.createdAt,
      },
    ]),
  )
}

/** Stores the answers of a submission in place of those before: the company, and who is in it. */
export async function saveBusiness(
  tx: Db,
  place: { userId: number; caseId: number; at: Date },
  answers: IdentifiedAnswers,
): Promise<StoredBusiness> {
  const { userId, caseId, at } = place
  const seal = await sealerFor(tx)
  const values = {
    ...answerColumns(seal, userId, answers),
    updatedAt: at,
  }
  const [row] = await tx
    .insert(businessProfiles)
    .values({ userId, caseId, createdAt: at, ...values })
    .onConflictDoUpdate({ target: businessProfiles.userId, set: values })
    .returning()
  if (!row) throw new Error('An upsert answers with its row')
  await tx.delete(businessPeople).where(eq(businessPeople.profileId, row.id))
  await tx.insert(businessPeople).values(
    peopleOf(answers).map(({ birthDate, ...person }, position) => ({
      ...person,
      profileId: row.id,
      position,
      birthDate: seal.text(birthDate, birthPlaceOf({ ...person, profileId: row.id })),
    })),
  )
  return { id: row.id, answers, createdAt: row.createdAt }
}

/** How people call the parts of a company that a case decides on, with the names of those in it. */
export function partLabels(stored: StoredBusiness | undefined): ReadonlyMap<string, string> {
  return new Map(stored ? businessParts(stored.answers).map(({ key, label }) => [key, label]) : [])
}

type NewPerson = Omit<typeof businessPeople.$inferInsert, 'profileId' | 'position' | 'birthDate'> & {
  birthDate?: string
}
type OpenedPerson = Omit<BusinessPersonRow, 'birthDate'> & { birthDate: string | null }

/** What names the birth of someone of a company, so that it opens there alone. */
export function birthPlaceOf({
  profileId,
  role,
  personId,
}: Pick<BusinessPersonRow, 'profileId' | 'role' | 'personId'>): FieldPlace {
  return ['business_people', 'birth_date', `${profileId}:${role}:${personId}`]
}

function peopleOf(answers: IdentifiedAnswers): NewPerson[] {
  const { beneficialOwners, seniorManager, primaryRepresentative, secondaryRepresentative } = answers
  const representative = (personId: string, { name, ...person }: Representative): NewPerson => ({
    role: 'representative',
    personId,
    fullName: name,
    ...person,
  })
  return [
    ...beneficialOwners.map(
      ({ id, ownershipPercent, ...owner }): NewPerson => ({
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

type OpenedRow = Pick<BusinessProfileRow, 'noUboReason' | 'userType'> &
  Partial<Record<BusinessFieldName, string | null>>

function answersOf(row: OpenedRow, people: readonly OpenedPerson[]): IdentifiedAnswers {
  const primaryRepresentative = representativeOf(people, 'primary')
  if (!primaryRepresentative) throw new Error('Every company has a primary representative')
  const manager = people.find(({ role }) => role === 'senior_manager')
  return {
    ...businessShape<Pick<IdentifiedAnswers, BusinessFieldName>>((name) => {
      const value = row[name] ?? undefined
      const isCountry = businessField(name).input === 'country' && value !== undefined
      return [name, isCountry ? CountryCode.parse(value) : value]
    }),
    beneficialOwners: people
      .filter(({ role }) => role === 'owner')
      .map((owner) => ({
        id: owner.personId,
        ...personOf<BeneficialOwner>(OWNER_FIELDS, owner),
      })),
    noUboReason: row.noUboReason === null ? undefined : NoUboReason.parse(row.noUboReason),
    seniorManager: manager && personOf<SeniorManager>(MANAGER_FIELDS, manager),
    primaryRepresentative,
    secondaryRepresentative: representativeOf(people, 'secondary'),
    userType: UserType.parse(row.userType),
  }
}

function representativeOf(people: readonly OpenedPerson[], id: string): Representative | undefined {
  const found = people.find(({ role, personId }) => role === 'representative' && personId === id)
  return found && personOf<Representative>(REPRESENTATIVE_FIELDS, found)
}

/** What someone was asked for, from their row. */
function personOf<Person>(fields: PersonFields, row: OpenedPerson): Person {
  // Whatever they are called in the form, names and shares have a column each.
  const { fullName: name, ownershipHundredths } = row
  const values: Record<string, unknown> = { ...row, name, ownershipPercent: (ownershipHundredths ?? 0) / 100 }
  return personShape<PersonFields, Person>(fields, (field, { input }) => {
    const value = values[field] ?? undefined
    if (input === 'nationality') return [field, NationalityCode.parse(value)]
    return [field, input === 'country' ? CountryCode.parse(value) : value]
  })
}
