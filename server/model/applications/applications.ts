import { and, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import { CaseKind } from '#contract/verification/cases.ts'
import { hasAddress } from '#server/model/access/visitor-store.ts'
import { type RecordedAct, recordEvent } from '#server/model/audit/record-event.ts'
import { removeUploads } from '#server/model/documents/open-uploads.ts'
import { APPLICANT_ISSUER, applicantSessions, applicants } from '#server/model/schema/applicants.ts'
import { businessProfiles } from '#server/model/schema/business.ts'
import { caseSubmissions, cases, drafts, kycProfiles } from '#server/model/schema/cases.ts'
import { certifications } from '#server/model/schema/certifications.ts'
import { documents, documentUploads, handOffs } from '#server/model/schema/documents.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { storeRemoval } from '#server/platform/files/file-journal.ts'
import { selectKindsStarted } from './applications.sql.ts'

/** A visitor's unclaimed application, with its provisional user. */
export interface HeldApplication {
  userId: number
  email: string
}

/**
 * Identifies an application: by its provisional user, by the token of a browser that has it open, or by its
 * proven address.
 */
export type ApplicationKey =
  | { userId: number }
  | { tokenHash: string; now: Date }
  | { provenEmail: string; now: Date }

/**
 * Locks an unclaimed application until the transaction ends, so that only one of two claims succeeds. Undefined
 * if it is claimed, deleted or expired. Locks the case before the person, as submitting does.
 */
export async function lockApplication(tx: Db, by: ApplicationKey): Promise<HeldApplication | undefined> {
  const [held] = await tx
    .select({ userId: applicants.userId, email: applicants.email })
    .from(applicants)
    .where(isIt(tx, by))
    .for('update')
  if (!held) return undefined
  await tx.select({ id: cases.id }).from(cases).where(eq(cases.userId, held.userId)).for('update')
  await tx.select({ id: users.id }).from(users).where(eq(users.id, held.userId)).for('update')
  return held
}

function isIt(tx: Db, by: ApplicationKey) {
  if ('userId' in by) return eq(applicants.userId, by.userId)
  const isRetained = gt(applicants.expiresAt, by.now)
  if ('provenEmail' in by) return and(hasAddress(by.provenEmail), isNotNull(applicants.provenAt), isRetained)
  const opened = tx
    .select({ userId: applicantSessions.userId })
    .from(applicantSessions)
    .where(eq(applicantSessions.tokenHash, by.tokenHash))
  return and(inArray(applicants.userId, opened), isRetained)
}

/** Whether a user is provisional: staff see nothing of an application before it is claimed. */
export async function isVisitorId(db: Db, userId: number): Promise<boolean> {
  const [user] = await db.select({ issuer: users.issuer }).from(users).where(eq(users.id, userId))
  return user?.issuer === APPLICANT_ISSUER
}

/** The kinds of account for which a person has given anything: a case, or answers besides the current step. */
export async function kindsStarted(tx: Db, userId: number): Promise<CaseKind[]> {
  const { rows } = await selectKindsStarted(tx, [userId])
  return rows.map(({ kind }) => CaseKind.parse(kind))
}

/**
 * Deletes every row of a locked, unclaimed application and returns the keys of its files. Delete those after
 * the commit; after a crash the sweep does. The ledger keeps that it existed, without any of its content.
 */
export async function removeApplication(
  tx: Db,
  userId: number,
  act: RecordedAct,
): Promise<{ keys: string[] }> {
  const held = await tx.select({ id: cases.id }).from(cases).where(eq(cases.userId, userId))
  const caseIds = held.map(({ id }) => id)
  await tx.delete(caseSubmissions).where(inArray(caseSubmissions.caseId, caseIds))
  await tx.delete(kycProfiles).where(eq(kycProfiles.userId, userId))
  await tx.delete(businessProfiles).where(eq(businessProfiles.userId, userId))
  await tx.delete(drafts).where(eq(drafts.userId, userId))
  await tx.delete(certifications).where(eq(certifications.userId, userId))
  const { keys: parts } = await removeUploads(tx, eq(documentUploads.userId, userId), act.at)
  await tx.delete(handOffs).where(eq(handOffs.userId, userId))
  const files = await tx
    .delete(documents)
    .where(eq(documents.userId, userId))
    .returning({ storage: documents.storageKey, rendition: documents.renditionKey })
  const keys = files.flatMap(({ storage, rendition }) => (rendition ? [storage, rendition] : [storage]))
  await storeRemoval(tx, keys, act.at)
  await tx.delete(cases).where(eq(cases.userId, userId))
  await tx.delete(applicants).where(eq(applicants.userId, userId))
  await tx.delete(users).where(eq(users.id, userId))
  await recordEvent(tx, {
    ...act,
    type: 'application.removed',
    userId,
    after: { cases: caseIds.length, documents: files.length },
  })
  return { keys: [...keys, ...parts] }
}
