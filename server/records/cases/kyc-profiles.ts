import { eq, inArray } from 'drizzle-orm'
import type { CaseState } from '#contract/cases.ts'
import { DocType } from '#contract/documents.ts'
import type { KycProfile } from '#contract/onboarding.ts'
import { wireStatuses } from '#domain/cases/case-view.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type KycProfileRow, kycProfiles } from '#server/platform/database/schema/cases.ts'
import type { DocumentRow } from '#server/platform/database/schema/documents.ts'
import type { Place } from '#server/platform/fields/field-cipher.ts'
import { openText } from '#server/platform/fields/stored-values.ts'
import { urlOfSlot } from './documents.ts'

/** A person's answers as last submitted, with what is encrypted in their row as it was given. */
export type PersonProfile = Omit<KycProfileRow, 'dob'> & { dob: string }

/** A person's answers as last submitted; undefined before the first submission. */
export async function findKycProfile(db: Db, userId: number): Promise<PersonProfile | undefined> {
  const [row] = await db.select().from(kycProfiles).where(eq(kycProfiles.userId, userId))
  return row && openProfile(db, row)
}

/** A row as it was given. Throws where its birth date was altered, or is another person's. */
export function openProfile(db: Db, row: KycProfileRow): PersonProfile {
  return { ...row, dob: openText(db, row.dob, birthPlace(row.userId)) }
}

/** Where a birth date stands. */
export function birthPlace(userId: number): Place {
  return ['kyc_profiles', 'dob', String(userId)]
}

/** The same of several people, by their ids. */
export async function kycProfilesOf(db: Db, userIds: readonly number[]): Promise<Map<number, PersonProfile>> {
  const rows = await db
    .select()
    .from(kycProfiles)
    .where(inArray(kycProfiles.userId, [...userIds]))
  return new Map(rows.map((row) => [row.userId, openProfile(db, row)]))
}

/** The profile in the words of the specification's read-back. */
export function presentKycProfile(
  row: PersonProfile,
  state: CaseState,
  documents: readonly DocumentRow[],
): KycProfile {
  const { kycStatus, verificationStatus } = wireStatuses(state)
  return {
    id: row.id,
    first_name: row.firstName,
    last_name: row.lastName,
    dob: row.dob,
    email: row.email,
    address: row.address,
    phone: row.phone,
    doc_type: DocType.parse(row.docType),
    id_document_url: urlOfSlot(documents, 'id-front'),
    id_document_back_url: urlOfSlot(documents, 'id-back'),
    selfie_url: urlOfSlot(documents, 'selfie'),
    proof_of_address_url: urlOfSlot(documents, 'proof-of-address'),
    verification_status: verificationStatus,
    kyc_status: kycStatus,
    created_at: row.createdAt.toISOString(),
  }
}
