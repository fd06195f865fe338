import { and, eq, sql } from 'drizzle-orm'
import type { AdminClient } from '#contract/invoices/clients.ts'
import { clients, clientUsers } from '#server/model/schema/invoices.ts'
import { users } from '#server/model/schema/users.ts'
import { holdOffFreezing, isFrozenBy } from '#server/model/screening/freezes.ts'
import { recordAct, requireOther, type StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { lockClient, readClient } from './clients.ts'

/**
 * Lets the person with this address see a client's projects and invoices. Idempotent. Throws NOT_FOUND,
 * VALIDATION_ERROR if no one or more than one person has the address, FORBIDDEN for oneself, DUPLICATE_ENTRY if
 * they belong to another client.
 */
export async function attachUser(
  services: Services,
  act: StaffAct,
  clientId: number,
  email: string,
): Promise<AdminClient> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    await lockClient(tx, clientId)
    const userId = await personWith(tx, email)
    requireOther(act, userId)
    const [added] = await tx
      .insert(clientUsers)
      .values({ userId, clientId, attachedAt: at })
      .onConflictDoNothing()
      .returning()
    if (added)
      await recordAct(tx, act, { at, type: 'client.user_attached', userId, subject: `client:${clientId}` })
    else await requireSameClient(tx, userId, clientId)
    return readClient(tx, services.config, clientId, act.actor.id)
  })
}

/**
 * Removes a person from a client. Throws NOT_FOUND if they don't belong to it, FORBIDDEN for oneself, and
 * INVALID_STATE if a match of theirs freezes its payments: that would let one person lift what takes two (law §3.4).
 */
export async function detachUser(
  services: Services,
  act: StaffAct,
  clientId: number,
  userId: number,
): Promise<AdminClient> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    await lockClient(tx, clientId)
    requireOther(act, userId)
    await holdOffFreezing(tx, clientId)
    if (await isFrozenBy(tx, services.config, 'payments', userId))
      throw new AppError(
        'INVALID_STATE',
        'No one can be detached from this client right now. Ask an administrator.',
      )
    const [removed] = await tx
      .delete(clientUsers)
      .where(and(eq(clientUsers.clientId, clientId), eq(clientUsers.userId, userId)))
      .returning()
    if (!removed) throw new AppError('NOT_FOUND', 'This person does not belong to the client.')
    await recordAct(tx, act, { at, type: 'client.user_detached', userId, subject: `client:${clientId}` })
    return readClient(tx, services.config, clientId, act.actor.id)
  })
}

/**
 * The one person with this address, confirmed or verified by the provider. An unproven address that someone
 * typed into their account must not open another company's invoices to them (security R3, R55).
 */
async function personWith(tx: Db, email: string): Promise<number> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      sql`(lower(${users.email}) = lower(${email}) and ${users.emailConfirmedAt} is not null)
        or (lower(${users.auth0Email}) = lower(${email}) and ${users.emailVerified})`,
    )
    .limit(2)
  const [person] = found
  if (person && found.length === 1) return person.id
  const sentence = person
    ? 'More than one account has this address. Ask the person for one that only they use.'
    : 'No one has signed in with this address and confirmed it.'
  throw new AppError('VALIDATION_ERROR', sentence, { fields: { email: sentence } })
}

async function requireSameClient(tx: Db, userId: number, clientId: number): Promise<void> {
  const [held] = await tx
    .select({ id: clients.id, name: clients.name })
    .from(clientUsers)
    .innerJoin(clients, eq(clients.id, clientUsers.clientId))
    .where(eq(clientUsers.userId, userId))
  if (held?.id === clientId) return
  const sentence = `This person already belongs to ${held?.name ?? 'another client'}. Remove them there first.`
  throw new AppError('DUPLICATE_ENTRY', sentence, { fields: { email: sentence } })
}
