import { eq } from 'drizzle-orm'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { type CertificationRow, certifications } from '#server/model/schema/certifications.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Origin } from '#server/platform/http/request-context.ts'

/**
 * Adds what a person accepted or signed in the place of the one held, which stays in the ledger as superseded. The
 * caller holds the person's row.
 */
export async function addCertification(
  tx: Db,
  values: typeof certifications.$inferInsert,
  former: CertificationRow | undefined,
  origin: Origin,
): Promise<CertificationRow> {
  const at = values.acknowledgedAt
  if (former)
    await tx.update(certifications).set({ supersededAt: at }).where(eq(certifications.id, former.id))
  const [row] = await tx.insert(certifications).values(values).returning()
  if (!row) throw new Error('An insert answers with its row')
  await recordEvent(tx, {
    at,
    type: 'consent.accepted',
    actor: { kind: 'user', id: row.userId },
    userId: row.userId,
    subject: `certification:${row.id}`,
    before: former && { superseded: former.id },
    after: {
      name: row.certificationName,
      version: row.textVersion,
      sha256: row.textSha256,
      textConfirmed: row.textConfirmed,
      expiresAt: row.expiresAt,
    },
    origin,
  })
  return row
}
