import { asc, eq, inArray } from 'drizzle-orm'
import type { Config } from '#server/config.ts'
import { clients, clientUsers } from '#server/model/schema/invoices.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { selectFreezingMatch, selectFreezingMatchOf } from './screening.sql.ts'

/**
 * Whether a confirmed match of anyone of a client freezes its payments, where the operator says that it does (law §3.2).
 * It holds for as long as the match stands, and nothing else keeps it.
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
 * Keeps anyone of a client from being frozen until the transaction ends: a match is decided on under the lock of its person, and
 * people are attached under that of the client. Taken before the invoice's, so that none of the two waits for the other.
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

/** Whether a confirmed match of a person freezes payments, or the records, of which none may be deleted as long as it stands. */
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
