import { eq } from 'drizzle-orm'
import type { Caller } from '#server/model/access/caller.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'

/** A seeded person as a caller, for use cases that need one. */
export async function callerForSeed(db: Db, userId: number): Promise<Caller> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new Error('The demo person was just seeded')
  return {
    ...user,
    userId,
    tokenHash: '',
    authTime: user.createdAt,
    hasSecondFactor: false,
    needsSecondFactor: false,
    needsStepUp: false,
    consumerCase: null,
    businessCase: null,
    application: null,
  }
}
