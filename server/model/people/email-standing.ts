import { eq } from 'drizzle-orm'
import { mailAddressOf } from '#server/model/mail/mail-address.ts'
import { type UserRow, users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Whether a person has an address that they have proven, so that what we write to them reaches them. */
export function isReachable(user: Pick<UserRow, 'email' | 'emailConfirmedAt' | 'formerEmail'>): boolean {
  return mailAddressOf(user) !== null
}

/** The same of a person by their id; false where there is none. */
export async function isPersonReachable(db: Db, userId: number): Promise<boolean> {
  const [user] = await db
    .select({
      email: users.email,
      emailConfirmedAt: users.emailConfirmedAt,
      formerEmail: users.formerEmail,
    })
    .from(users)
    .where(eq(users.id, userId))
  return user !== undefined && isReachable(user)
}
