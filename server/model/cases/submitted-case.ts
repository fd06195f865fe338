import { and, eq, gt, ne } from 'drizzle-orm'
import type { CaseKind } from '#contract/verification/cases.ts'
import { isErased } from '#server/model/people/erased-people.ts'
import { APPLICANT_ISSUER } from '#server/model/schema/applicants.ts'
import { cases } from '#server/model/schema/cases.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type StoredCase, storedCase } from './cases.ts'

/** A case as staff find it, with what its owner's account says about who may read it. */
export interface SubmittedCase extends StoredCase {
  isErased: boolean
}

/**
 * Reads a person's case as far as staff may see it: undefined before it was submitted, and for a visitor's before it is
 * claimed.
 */
export async function findSubmittedCase(
  db: Db,
  userId: number,
  kind: CaseKind,
): Promise<SubmittedCase | undefined> {
  const [found] = await db
    .select({ row: cases, issuer: users.issuer })
    .from(cases)
    .innerJoin(users, eq(users.id, cases.userId))
    .where(
      and(
        eq(cases.userId, userId),
        eq(cases.kind, kind),
        gt(cases.round, 0),
        ne(users.issuer, APPLICANT_ISSUER),
      ),
    )
  return found && { ...storedCase(db, found.row), isErased: isErased(found) }
}
