import { asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import { UserType } from '#contract/account/user-type-schemas.ts'
import { CountryCode } from '#contract/country-schemas.ts'
import { type BusinessProfile, NoUboReason } from '#contract/onboarding/business.ts'
import {
  BUSINESS_FIELD_NAMES,
  type BusinessFieldName,
  type BusinessFieldTable,
  businessField,
  businessShape,
} from '#contract/onboarding/business-fields.ts'
import {
  MANAGER_FIELDS,
  OWNER_FIELDS,
  type PersonFields,
  personShape,
  REPRESENTATIVE_FIELDS,
} from '#contract/onboarding/business-people.ts'
import type { Representative } from '#contract/onboarding/business-rules.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import { isBlank } from '#domain/business/business-fields.ts'
import { businessParts } from '#domain/business/business-parts.ts'
import type { IdentifiedAnswers } from '#domain/business/owner-ids.ts'
import { wireStatuses } from '#domain/cases/case-view.ts'
import { type BusinessProfileRow, businessPeople, businessProfiles } from '#server/model/schema/business.ts'
import type { Details } from '#server/model/schema/cases.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openJson, openText, type Sealer, sealerFor } from '#server/platform/fields/stored-values.ts'
import { type OpenedPerson, openPerson, peopleAnswers, peopleRows } from './business-people.ts'

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

/** Those of several people, by their ids. */
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

/** Replaces the stored answers by those of a submission: the company, and the people in it. */
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

/** Labels for the parts of a company that a case decides on, with the names of its people. */
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

/** Numbers that are encrypted in columns of their own. */
const SEALED_NAMES = ['taxNumber', 'bankAccountNumber', 'bankSortCode'] as const
type SealedName = (typeof SEALED_NAMES)[number]

/** Fields with an unencrypted column; the others are in `details`. */
type OpenName = Exclude<Extract<BusinessFieldName, keyof BusinessProfileRow>, SealedName>
const OPEN_NAMES = BUSINESS_FIELD_NAMES.filter((name): name is OpenName => hasColumn(name) && !isSealed(name))

function hasColumn(name: BusinessFieldName): name is OpenName | SealedName {
  return name in getTableColumns(businessProfiles)
}

function isSealed(name: BusinessFieldName): name is SealedName {
  return SEALED_NAMES.some((sealed) => sealed === name)
}

function placeOf(userId: number, column: string): FieldPlace {
  return ['business_profiles', column, String(userId)]
}

/** The answers about the company itself, as columns of its row. */
function answerColumns(seal: Sealer, userId: number, answers: IdentifiedAnswers) {
  const details = Object.fromEntries(
    BUSINESS_FIELD_NAMES.filter((name) => !hasColumn(name) && answers[name] !== undefined).map((name) => [
      name,
      answers[name],
    ]),
  ) as Details
  return {
    ...(Object.fromEntries(OPEN_NAMES.map((name) => [name, answers[name] ?? null])) as Pick<
      BusinessProfileRow,
      OpenName
    >),
    ...(Object.fromEntries(
      SEALED_NAMES.map((name) => [
        name,
        seal.text(answers[name] ?? null, placeOf(userId, businessField(name).wire)),
      ]),
    ) as Pick<BusinessProfileRow, SealedName>),
    details: isBlank(details) ? null : seal.json<Details>(details, placeOf(userId, 'details')),
    noUboReason: answers.noUboReason ?? null,
    userType: answers.userType,
  }
}

/** A row's encrypted values, by field name. Throws if a value was altered or is another company's. */
function openSealed(db: Db, userId: number, row: Pick<BusinessProfileRow, SealedName | 'details'>) {
  const numbers = SEALED_NAMES.map((name) => [
    name,
    openText(db, row[name], placeOf(userId, businessField(name).wire)),
  ])
  const details = row.details && openJson(db, row.details, placeOf(userId, 'details'))
  return { ...(Object.fromEntries(numbers) as Record<SealedName, string | null>), ...details }
}

/** A row's values for the export, by the names that the profile is read back with. Throws as above. */
export function openCompanyRow(
  db: Db,
  userId: number,
  { details, ...row }: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const numbers = SEALED_NAMES.map((name) => [name, row[businessField(name).wire]])
  const sealed: Partial<Record<BusinessFieldName, string | null>> = openSealed(db, userId, {
    ...Object.fromEntries(numbers),
    details,
  } as Pick<BusinessProfileRow, SealedName | 'details'>)
  const fields = BUSINESS_FIELD_NAMES.map((name) => {
    const { wire } = businessField(name)
    return [wire, sealed[name] ?? row[wire] ?? null]
  })
  return { ...row, ...Object.fromEntries(fields) }
}

/** A company as the specification's read-back. */
export function presentBusiness(stored: StoredBusiness, state: CaseState): BusinessProfile {
  const { answers } = stored
  const { kycStatus, verificationStatus } = wireStatuses(state)
  const { primaryRepresentative, secondaryRepresentative, seniorManager } = answers
  return {
    id: stored.id,
    ...businessShape<Pick<BusinessProfile, BusinessFieldTable[BusinessFieldName]['wire']>>((name) => [
      businessField(name).wire,
      answers[name] ?? null,
    ]),
    no_ubo_reason: answers.noUboReason ?? null,
    user_type: answers.userType,
    verification_status: verificationStatus,
    cdd_status: kycStatus,
    created_at: stored.createdAt.toISOString(),
    representatives: [
      presentRepresentative('primary', primaryRepresentative),
      ...(secondaryRepresentative ? [presentRepresentative('secondary', secondaryRepresentative)] : []),
    ],
    beneficialOwners: answers.beneficialOwners.map((owner) => ({
      id: owner.id,
      ...presentPerson<Omit<BusinessProfile['beneficialOwners'][number], 'id'>>(OWNER_FIELDS, owner),
    })),
    seniorManager: seniorManager
      ? presentPerson<NonNullable<BusinessProfile['seniorManager']>>(MANAGER_FIELDS, seniorManager)
      : null,
  }
}

type PresentedRepresentative = BusinessProfile['representatives'][number]

function presentRepresentative(id: 'primary' | 'secondary', person: Representative): PresentedRepresentative {
  return {
    id,
    ...presentPerson<Omit<PresentedRepresentative, 'id' | 'is_primary'>>(REPRESENTATIVE_FIELDS, person),
    is_primary: id === 'primary',
  }
}

function presentPerson<Presented>(
  fields: PersonFields,
  person: Readonly<Record<string, string | number | undefined>>,
): Presented {
  return personShape<PersonFields, Presented>(fields, (name, { wire }) => [wire, person[name] ?? null])
}
