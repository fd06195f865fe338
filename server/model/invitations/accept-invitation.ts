import { eq, sql } from 'drizzle-orm'
import { acceptanceRefusal } from '#domain/invitations/invitation.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { invitationMails, invitations } from '#server/model/schema/invitations.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { TokenClaims } from '#server/platform/identity/token-claims.ts'
import { invitationSubject } from './invitations.ts'

/** Someone whose address the provider has verified, and who may have been invited. */
interface Arrival {
  userId: number
  claims: Pick<TokenClaims, 'email' | 'emailVerified'>
  /** From the invitation's link with which the sign-in began. */
  linkHash: string | null
  at: Date
  origin?: Origin
}

/**
 * Accepts a person's invitation, in the transaction of their sign-in or of the confirmation of their address.
 * The address counts only if the provider has verified it: a link that was passed on accepts nothing for
 * someone else (law §6.3).
 */
export async function acceptInvitation(tx: Db, arrival: Arrival): Promise<void> {
  const { userId, claims, linkHash, at } = arrival
  if (!claims.email || !claims.emailVerified) return
  const [row] = await tx
    .select()
    .from(invitations)
    .where(eq(sql`lower(${invitations.email})`, claims.email.toLowerCase()))
    .for('update')
  if (!row) return
  const byLink = linkHash !== null && (await isLinkOf(tx, row.id, linkHash))
  const refusal = acceptanceRefusal(row, {
    byLink,
    registeredAt: await registrationOf(tx, userId),
    at,
  })
  if (refusal && row.userId !== null) return
  await tx
    .update(invitations)
    .set({ userId: row.userId ?? userId, ...(!refusal && { acceptedAt: at }) })
    .where(eq(invitations.id, row.id))
  if (refusal) return
  await recordEvent(tx, {
    at,
    type: 'invitation.accepted',
    actor: { kind: 'user', id: userId },
    userId,
    subject: invitationSubject(row.id),
    after: { byLink },
    origin: arrival.origin,
  })
}

async function isLinkOf(tx: Db, invitationId: number, linkHash: string): Promise<boolean> {
  const [mail] = await tx
    .select({ invitationId: invitationMails.invitationId })
    .from(invitationMails)
    .where(eq(invitationMails.linkHash, linkHash))
  return mail?.invitationId === invitationId
}

async function registrationOf(tx: Db, userId: number): Promise<Date> {
  const [user] = await tx.select({ createdAt: users.createdAt }).from(users).where(eq(users.id, userId))
  if (!user) throw new Error('A person who signs in has a row')
  return user.createdAt
}
