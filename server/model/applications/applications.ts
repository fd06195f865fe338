import { and, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import { CaseKind } from '#contract/verification/cases.ts'
import { hasAddress } from '#server/model/access/applicant-store.ts'
import { APPLICANT_ISSUER, applicantSessions, applicants } from '#server/model/schema/applicants.ts'
import { cases } from '#server/model/schema/cases.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { selectKindsStarted } from './applications.sql.ts'

/** A visitor's application that no one has claimed yet, by its provisional user. */
export interface HeldApplication {
  userId: number
  email: string
}

/** Which application: by its provisional user, by the token of a browser that has it open, or by its proven address. */
export type ApplicationKey =
  | { userId: number }
  | { tokenHash: string; now: Date }
  | { provenEmail: string; now: Date }

/**
 * Locks an unclaimed application until the transaction ends: of two who want it one gets it. Undefined when it is claimed, deleted or past its time. Locks the case before the
 * person, as submitting does.
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

/** Whether a user is provisional: staff see nothing of an application before someone has claimed it. */
export async function isVisitorId(db: Db, userId: number): Promise<boolean> {
  const [user] = await db.select({ issuer: users.issuer }).from(users).where(eq(users.id, userId))
  return user?.issuer === APPLICANT_ISSUER
}

/** The kinds of account for which a person has given anything: a case, or answers beside the step they were on. */
export async function kindsStarted(tx: Db, userId: number): Promise<CaseKind[]> {
  const { rows } = await selectKindsStarted(tx, [userId])
  return rows.map(({ kind }) => CaseKind.parse(kind))
}
