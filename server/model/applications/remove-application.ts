import { eq, inArray } from 'drizzle-orm'
import type { ActingUser } from '#domain/roles/acting-user.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { applicants } from '#server/model/schema/applicants.ts'
import { businessProfiles } from '#server/model/schema/business.ts'
import { caseSubmissions, cases, drafts, kycProfiles } from '#server/model/schema/cases.ts'
import { certifications } from '#server/model/schema/certifications.ts'
import { documents } from '#server/model/schema/documents.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { noteRemoval } from '#server/platform/files/file-journal.ts'
import type { Origin } from '#server/platform/http/request-context.ts'

/**
 * Deletes every row of a locked, unclaimed application; returns the keys of its files, which go after the transaction, and
 * what a crash leaves of them the sweep removes. The ledger keeps that it was there, without anything of its content.
 */
export async function removeApplication(
  tx: Db,
  userId: number,
  by: { at: Date; actor: ActingUser; origin?: Origin },
): Promise<{ keys: string[] }> {
  const held = await tx.select({ id: cases.id }).from(cases).where(eq(cases.userId, userId))
  const caseIds = held.map(({ id }) => id)
  await tx.delete(caseSubmissions).where(inArray(caseSubmissions.caseId, caseIds))
  await tx.delete(kycProfiles).where(eq(kycProfiles.userId, userId))
  await tx.delete(businessProfiles).where(eq(businessProfiles.userId, userId))
  await tx.delete(drafts).where(eq(drafts.userId, userId))
  await tx.delete(certifications).where(eq(certifications.userId, userId))
  const files = await tx
    .delete(documents)
    .where(eq(documents.userId, userId))
    .returning({ storage: documents.storageKey, rendition: documents.renditionKey })
  const keys = files.flatMap(({ storage, rendition }) => (rendition ? [storage, rendition] : [storage]))
  await noteRemoval(tx, keys, by.at)
  await tx.delete(cases).where(eq(cases.userId, userId))
  await tx.delete(applicants).where(eq(applicants.userId, userId))
  await tx.delete(users).where(eq(users.id, userId))
  await recordEvent(tx, {
    ...by,
    type: 'application.removed',
    userId,
    after: { cases: caseIds.length, documents: files.length },
  })
  return { keys }
}
