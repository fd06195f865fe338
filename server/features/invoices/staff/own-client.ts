import { clientOfUser } from '#server/model/invoices/clients.ts'
import type { StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'

const OWN_CLIENT = 'You belong to this client. Someone else has to deal with its invoices.'

/**
 * Why a member of staff may do nothing about a client's invoices: they belong to it (security R23); null if
 * they don't. It comes before whether a match froze its payments, which may be their own (law §3.4).
 */
export async function ownClientRefusal(db: Db, staffId: number, clientId: number): Promise<string | null> {
  return (await clientOfUser(db, staffId))?.id === clientId ? OWN_CLIENT : null
}

/** Throws FORBIDDEN if the one who acts belongs to the client. */
export async function requireOtherClient(db: Db, { actor }: StaffAct, clientId: number): Promise<void> {
  const refusal = await ownClientRefusal(db, actor.id, clientId)
  if (refusal) throw new AppError('FORBIDDEN', refusal)
}
