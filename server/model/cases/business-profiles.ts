import { asc, eq, inArray } from 'drizzle-orm'
import { UserType } from '#contract/account/user-types.ts'
import { CountryCode } from '#contract/countries.ts'
import { NoUboReason } from '#contract/onboarding/business.ts'
import { type BusinessFieldName, businessField, businessShape } from '#contract/onboarding/business-fields.ts'
import { businessParts } from '#domain/business/business-parts.ts'
import type { IdentifiedAnswers } from '#domain/business/owner-ids.ts'
import { type BusinessProfileRow, businessPeople, businessProfiles } from '#server/model/schema/business.ts'
import type { Db } from '#server/platform/database/database.ts'
import { sealerFor } from '#server/platform/fields/stored-values.ts'
import { type OpenedPerson, openPerson, peopleAnswers, peopleRows } from './business-people.ts'
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
  const peopleOfProfile = Map.groupBy(people, ({ profileId }) => profileId)
  return new Map(
    rows.map((row) => [
      row.userId,
      {
        id: row.id,
        answers: answersOf(
          { ...row, ...openSealed(db, row.userId, row) },
          (peopleOfProfile.get(row.id) ?? []).map((person) => openPerson(db, person)),
        ),
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
  await tx.insert(businessPeople).values(peopleRows(seal, row.id, answers))
  return { id: row.id, answers, createdAt: row.createdAt }
}

/** How people call the parts of a company that a case decides on, with the names of those in it. */
export function partLabels(stored: StoredBusiness | undefined): ReadonlyMap<string, string> {
  return new Map(stored ? businessParts(stored.answers).map(({ key, label }) => [key, label]) : [])
}

type OpenedRow = Pick<BusinessProfileRow, 'noUboReason' | 'userType'> &
  Partial<Record<BusinessFieldName, string | null>>

function answersOf(row: OpenedRow, people: readonly OpenedPerson[]): IdentifiedAnswers {
  return {
    ...businessShape<Pick<IdentifiedAnswers, BusinessFieldName>>((name) => {
      const value = row[name] ?? undefined
      const isCountry = businessField(name).input === 'country' && value !== undefined
      return [name, isCountry ? CountryCode.parse(value) : value]
    }),
    ...peopleAnswers(people),
    noUboReason: row.noUboReason === null ? undefined : NoUboReason.parse(row.noUboReason),
    userType: UserType.parse(row.userType),
  }
}
