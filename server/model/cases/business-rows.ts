import { getTableColumns } from 'drizzle-orm'
import {
  BUSINESS_FIELD_NAMES,
  type BusinessFieldName,
  businessField,
} from '#contract/onboarding/business-fields.ts'
import { isBlank } from '#domain/business/business-fields.ts'
import type { IdentifiedAnswers } from '#domain/business/owner-ids.ts'
import { type BusinessProfileRow, businessProfiles } from '#server/model/schema/business.ts'
import type { Details } from '#server/model/schema/cases.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openJson, openText, type Sealer } from '#server/platform/fields/stored-values.ts'

/** The numbers that are kept encrypted in columns of their own. */
const SEALED_NAMES = ['taxNumber', 'bankAccountNumber', 'bankSortCode'] as const
type SealedName = (typeof SEALED_NAMES)[number]

/** The fields that have a column, in the open; what has neither is kept in `details`. */
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

/** The answers about the company itself as its row has them. */
export function answerColumns(seal: Sealer, userId: number, answers: IdentifiedAnswers) {
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

/** What a row keeps encrypted, by the names of the fields. Throws where a value was altered, or is another company's. */
export function openSealed(db: Db, userId: number, row: Pick<BusinessProfileRow, SealedName | 'details'>) {
  const numbers = SEALED_NAMES.map((name) => [
    name,
    openText(db, row[name], placeOf(userId, businessField(name).wire)),
  ])
  const details = row.details && openJson(db, row.details, placeOf(userId, 'details'))
  return { ...(Object.fromEntries(numbers) as Record<SealedName, string | null>), ...details }
}

/** The values of a row as the export has them, by the names that the profile is read back with. Throws as above. */
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
