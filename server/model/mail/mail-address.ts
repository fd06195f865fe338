import { eq } from 'drizzle-orm'
import { type UserRow, users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'

type Addressee = Pick<UserRow, 'email' | 'emailConfirmedAt' | 'formerEmail'>

/**
 * Where a person's mail goes: to the address that they confirmed last (security R55). Null before the first: what we write
 * about someone is not for anyone who has the address that they mistyped.
 */
export function mailAddressOf(user: Addressee): string | null {
  return user.emailConfirmedAt ? user.email : user.formerEmail
}

/** Name and mail address of a person; undefined where no mail can reach them. */
export async function addresseeOf(
  tx: Db,
  userId: number,
): Promise<{ to: string; name: string | null } | undefined> {
  const [user] = await tx
    .select({
      email: users.email,
      emailConfirmedAt: users.emailConfirmedAt,
      formerEmail: users.formerEmail,
      name: users.name,
    })
    .from(users)
    .where(eq(users.id, userId))
  const to = user && mailAddressOf(user)
  return to ? { to, name: user.name } : undefined
}
