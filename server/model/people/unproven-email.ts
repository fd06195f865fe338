import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { mailAddressOf } from '#server/model/mail/mail-person.ts'
import { giveNotice } from '#server/model/mail/notices.ts'
import { emailLinks, type UserRow, users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'

interface Proof {
  /** Who has proven the address; undefined while they have no record yet. */
  by: number | undefined
  at: Date
}

/**
 * Takes an address from anyone who has it unconfirmed, for someone who has proven it: an unproven claim keeps
 * no one out of their own address (security R3, R55). The former holder returns to the address they had
 * confirmed before, or is asked for a new one.
 */
export async function releaseUnproven(tx: Db, email: string, { by, at }: Proof): Promise<void> {
  const [holder] = await tx
    .select()
    .from(users)
    .where(
      and(
        isSameAddress(email),
        isNull(users.emailConfirmedAt),
        by === undefined ? undefined : ne(users.id, by),
      ),
    )
    .for('update')
  if (!holder) return
  const former = await freeAddress(tx, holder)
  await tx
    .update(users)
    .set({ email: former, emailConfirmedAt: former === null ? null : at, formerEmail: null, updatedAt: at })
    .where(eq(users.id, holder.id))
  await tx.delete(emailLinks).where(eq(emailLinks.userId, holder.id))
  await recordEvent(tx, {
    at,
    type: 'user.email_released',
    actor: { kind: 'system' },
    userId: holder.id,
    after: { hasFormer: former !== null },
  })
  await giveNotice(tx, {
    userId: holder.id,
    title: 'Your email address has changed back',
    detail: former
      ? `Someone else has proven that ${holder.email} is theirs. We write to ${former} again.`
      : `Someone else has proven that ${holder.email} is theirs. Enter another address.`,
    path: '/profile?tab=edit',
    key: `email-released:${at.toISOString()}`,
    at,
  })
}

/** The address someone had confirmed before, unless another person has it now. */
async function freeAddress(tx: Db, { formerEmail }: UserRow): Promise<string | null> {
  if (!formerEmail) return null
  const [taken] = await tx.select({ id: users.id }).from(users).where(isSameAddress(formerEmail))
  return taken ? null : formerEmail
}

function isSameAddress(email: string) {
  return eq(sql`lower(${users.email})`, sql`lower(${email})`)
}

/** Whether a person has a proven address, so that our emails reach them. */
function isReachable(user: Pick<UserRow, 'email' | 'emailConfirmedAt' | 'formerEmail'>): boolean {
  return mailAddressOf(user) !== null
}

/** The same by a person's id; false if there is none. */
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
