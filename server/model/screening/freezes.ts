import { asc, eq, inArray } from 'drizzle-orm'
import type { Config } from '#server/config.ts'
import { clients, clientUsers } from '#server/model/schema/invoices.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { selectFreezingMatch, selectFreezingMatchOf } from './screening.sql.ts'

/**
 * Whether a confirmed match of anyone of a client freezes its payments, if the operator has configured that
 * (screening, What a confirmed match does). It lasts as long as the match; nothing else stores it.
 */
export async function arePaymentsFrozen(
  db: Db,
  { sanctions }: Pick<Config, 'sanctions'>,
  clientId: number,
): Promise<boolean> {
  if (!sanctions.freezes.includes('payments')) return false
  const { rows } = await selectFreezingMatch(db, [clientId])
  return rows.length > 0
}

/**
 * Prevents that anyone of a client becomes frozen until the transaction ends: a match is decided under the lock
 * of its person, and people are attached under that of the client. Take it before the invoice's lock, so that
 * the two never deadlock.
 */
export async function holdOffFreezing(tx: Db, clientId: number): Promise<void> {
  await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for('share')
  const people = tx
    .select({ id: clientUsers.userId })
    .from(clientUsers)
    .where(eq(clientUsers.clientId, clientId))
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, people))
    .orderBy(asc(users.id))
    .for('share')
}

/**
 * Whether a confirmed match of a person freezes payments, or their records, none of which may be deleted while
 * it lasts.
 */
export async function isFrozenBy(
  db: Db,
  { sanctions }: Pick<Config, 'sanctions'>,
  what: Config['sanctions']['freezes'][number],
  userId: number,
): Promise<boolean> {
  if (!sanctions.freezes.includes(what)) return false
  const { rows } = await selectFreezingMatchOf(db, [userId])
  return rows.length > 0
}
