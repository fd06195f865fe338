import { eq, inArray } from 'drizzle-orm'
import type { CaseState } from '#contract/cases.ts'
import { DocType } from '#contract/documents.ts'
import type { KycProfile } from '#contract/onboarding.ts'
import { wireStatuses } from '#domain/cases/case-view.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type KycProfileRow, kycProfiles } from '#server/platform/database/schema/cases.ts'
import type { DocumentRow } from '#server/platform/database/schema/documents.ts'
import { urlOfSlot } from './documents.ts'

/** A person's answers as last submitted; undefined before the first submission. */
export async function findKycProfile(db: Db, userId: number): Promise<KycProfileRow | undefined> {
  const [row] = await db.select().from(kycProfiles).where(eq(kycProfiles.userId, userId))
  return row
}

/** The same of several people, by their ids. */
export async function kycProfilesOf(db: Db, userIds: readonly number[]): Promise<Map<number, KycProfileRow>> {
  const rows = await db
    .select()
    .from(kycProfiles)
    .where(inArray(kycProfiles.userId, [...userIds]))
  return new Map(rows.map((row) => [row.userId, row]))
}

/** The profile in the words of the specification's read-back. */
export function presentKycProfile(
  row: KycProfileRow,
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
