import { eq } from 'drizzle-orm'
import { APPLICANT_ISSUER } from '#server/model/schema/applicants.ts'
import { type UserRow, users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'

/** The user of this number. Throws NOT_FOUND, also for a visitor whose application no one has claimed (choices §2). */
export async function requireUser(db: Db, id: number): Promise<UserRow> {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  if (!user || user.issuer === APPLICANT_ISSUER) throw new AppError('NOT_FOUND', 'There is no such user.')
  return user
}
