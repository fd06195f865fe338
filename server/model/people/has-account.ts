import { and, sql } from 'drizzle-orm'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Whether someone signs in with an address that their provider has verified. */
export async function hasAccount(db: Db, email: string): Promise<boolean> {
  const [known] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`lower(${users.auth0Email}) = lower(${email})`, users.emailVerified))
    .limit(1)
  return known !== undefined
}
