import { eq, inArray } from 'drizzle-orm'
import { DocType } from '#contract/documents/document-schemas.ts'
import { documentType, slotsOf } from '#contract/documents/documents.ts'
import {
  CONSUMER_FIELD_NAMES,
  type ConsumerFieldName,
  type ConsumerFields,
  consumerField,
} from '#contract/onboarding/consumer-fields.ts'
import type { ConsumerAnswers, GivenAnswers, KycProfile, UrlName } from '#contract/onboarding/onboarding.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import { wireStatuses } from '#domain/cases/case-view.ts'
import { type Details, type KycProfileRow, kycProfiles } from '#server/model/schema/cases.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openJson, openText, sealerFor } from '#server/platform/fields/stored-values.ts'
import { urlOfSlot } from './documents.ts'

/** A person's answers as last submitted, with the row's encrypted values decrypted. */
export type PersonProfile = Omit<KycProfileRow, 'dob' | 'details'> & Omit<GivenAnswers, 'docType'>

/** A person's answers as last submitted; undefined before the first submission. */
export async function findKycProfile(db: Db, userId: number): Promise<PersonProfile | undefined> {
  const [row] = await db.select().from(kycProfiles).where(eq(kycProfiles.userId, userId))
  return row && openProfile(db, row)
}

/** A row with its values decrypted. Throws if its birth date or details were altered or are another person's. */
export function openProfile(db: Db, { details, ...row }: KycProfileRow): PersonProfile {
  return { ...row, ...openSealed(db, row.userId, { dob: row.dob, details }) }
}

/** Answers as their row stores them: those without a column of their own together, encrypted, as details. */
export async function profileToStore(
  db: Db,
  userId: number,
  { firstName, lastName, dob, email, phone, address, docType, userType: _, ...details }: ConsumerAnswers,
) {
  const seal = await sealerFor(db)
  return {
    ...{ firstName, lastName, email, phone, address, docType },
    dob: seal.text(dob, placeOf(userId, 'dob')),
    details: Object.keys(details).length > 0 ? seal.json<Details>(details, placeOf(userId, 'details')) : null,
  }
}

/** A row's values for the export, by the names that the profile is read back with. */
export function openRow(
  db: Db,
  userId: number,
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { dob, details, ...open } = row as Pick<KycProfileRow, 'dob' | 'details'> & Record<string, unknown>
  const sealed: Partial<GivenAnswers> = openSealed(db, userId, { dob, details })
  const fields = CONSUMER_FIELD_NAMES.map((name) => {
    const { wire } = consumerField(name)
    return [wire, sealed[name] ?? open[wire] ?? null]
  })
  return { ...open, ...Object.fromEntries(fields) }
}

function openSealed(db: Db, userId: number, { dob, details }: Pick<KycProfileRow, 'dob' | 'details'>) {
  return {
    dob: openText(db, dob, placeOf(userId, 'dob')),
    ...(details === null ? {} : openJson(db, details, placeOf(userId, 'details'))),
  }
}

function placeOf(userId: number, column: 'dob' | 'details'): FieldPlace {
  return ['kyc_profiles', column, String(userId)]
}

/** Those of several people, by their ids. */
export async function kycProfilesOf(db: Db, userIds: readonly number[]): Promise<Map<number, PersonProfile>> {
  const rows = await db
    .select()
    .from(kycProfiles)
    .where(inArray(kycProfiles.userId, [...userIds]))
  return new Map(rows.map((row) => [row.userId, openProfile(db, row)]))
}

/** The profile as the specification's read-back. */
export function presentKycProfile(
  row: PersonProfile,
  state: CaseState,
  documents: readonly DocumentRow[],
): KycProfile {
  const { kycStatus, verificationStatus } = wireStatuses(state)
  return {
    id: row.id,
    ...readBack(row),
    doc_type: DocType.parse(row.docType),
    ...urlsOf(documents),
    verification_status: verificationStatus,
    kyc_status: kycStatus,
    created_at: row.createdAt.toISOString(),
  }
}

function urlsOf(documents: readonly DocumentRow[]) {
  const urls = slotsOf('consumer').map((slot) => [documentType(slot).wire, urlOfSlot(documents, slot)])
  return Object.fromEntries(urls) as Pick<KycProfile, UrlName>
}

function readBack(answers: Omit<GivenAnswers, 'docType'>) {
  const fields = CONSUMER_FIELD_NAMES.map((name) => [consumerField(name).wire, answers[name] ?? null])
  return Object.fromEntries(fields) as Pick<KycProfile, ConsumerFields[ConsumerFieldName]['wire']>
}
