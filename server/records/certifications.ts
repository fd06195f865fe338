import { and, desc, eq, isNull } from 'drizzle-orm'
import { type Certification, RISK_DISCLOSURE } from '#contract/certifications.ts'
import type { HeldCertification } from '#domain/user-type.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type CertificationRow, certifications } from '#server/platform/database/schema/certifications.ts'

/** What a person has accepted and not renewed since, newest first. */
export async function currentCertifications(db: Db, userId: number): Promise<CertificationRow[]> {
  return db
    .select()
    .from(certifications)
    .where(and(eq(certifications.userId, userId), isNull(certifications.supersededAt)))
    .orderBy(desc(certifications.acknowledgedAt), desc(certifications.id))
}

/** Whether the risk disclosure was accepted, under either of its names (onboarding §4). */
export function hasAcceptedRiskDisclosure(rows: readonly { certificationName: string }[]): boolean {
  return rows.some(
    (row) =>
      row.certificationName === RISK_DISCLOSURE.name || row.certificationName === RISK_DISCLOSURE.alias,
  )
}

/** The same as the rules of user types read them. */
export function heldCertifications(rows: readonly CertificationRow[]): HeldCertification[] {
  return rows.map((row) => ({
    type: row.certificationType,
    name: row.certificationName,
    expiresAt: row.expiresAt,
  }))
}

/** What an acceptance shows of itself. */
export type AcceptedText = Pick<
  CertificationRow,
  'id' | 'certificationType' | 'certificationName' | 'acknowledgedAt' | 'expiresAt'
>

/** What leaves of an acceptance: never its text, address or browser. */
export function presentCertification(row: AcceptedText): Certification {
  return {
    id: row.id,
    certification_name: row.certificationName,
    certification_type: row.certificationType,
    acknowledged_at: row.acknowledgedAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
  }
}
