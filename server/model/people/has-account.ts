import { and, sql } from 'drizzle-orm'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Whether anyone signs in with this address, verified by their provider. */
export async function hasAccount(db: Db, email: string): Promise<boolean> {
  const [known] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`lower(${users.auth0Email}) = lower(${email})`, users.emailVerified))
    .limit(1)
  return known !== undefined
}
