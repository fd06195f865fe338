import { and, eq } from 'drizzle-orm'
import { INVESTOR_CERTIFICATION_TYPE } from '#contract/certifications/investor-rules.ts'
import { type Caller, mayCall } from '#server/model/access/caller.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { mayReadRetained } from '#server/model/people/erased-people.ts'
import { type CertificationRow, certifications } from '#server/model/schema/certifications.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'

/**
 * Finds a signed statement, including superseded and expired ones, for its signer or for staff who may read
 * them, whose read is recorded (security R24). Throws NOT_FOUND for others' and missing ones alike (security
 * R15).
 */
export async function findStatement(
  { database, now, config }: Pick<Services, 'database' | 'now' | 'config'>,
  caller: Caller,
  id: number,
  origin: Origin,
): Promise<CertificationRow> {
  const [row] = await database.db
    .select()
    .from(certifications)
    .where(and(eq(certifications.id, id), eq(certifications.certificationType, INVESTOR_CERTIFICATION_TYPE)))
  const isSigner = row?.userId === caller.userId
  if (!row || !(isSigner || (await isForStaff(row))))
    throw new AppError('NOT_FOUND', 'There is no such statement.')
  if (!isSigner)
    await database.transaction((tx) =>
      recordEvent(tx, {
        at: now(),
        type: 'consent.viewed',
        actor: { kind: 'staff', id: caller.userId },
        userId: row.userId,
        subject: `certification:${row.id}`,
        origin,
      }),
    )
  return row

  async function isForStaff({ userId }: CertificationRow): Promise<boolean> {
    return (
      mayCall('statements.read', caller, config.companyDomains) &&
      (await mayReadRetained(database.db, userId, caller, config.companyDomains))
    )
  }
}
