import { randomBytes } from 'node:crypto'
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { invitationExpiry } from '#domain/invitations/invitation.ts'
import { hashToken } from '#server/model/access/session-store.ts'
import { type Act, recordEvent } from '#server/model/audit/record-event.ts'
import { invitationSubject } from '#server/model/invitations/invitations.ts'
import { APPLICANT_ISSUER } from '#server/model/schema/applicants.ts'
import { type InvitationRow, invitationMails, invitations } from '#server/model/schema/invitations.ts'
import { mails } from '#server/model/schema/mails.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'

export interface Invited {
  id: number
  email: string
  alreadyInvited: boolean
}

/** Said to an inviter who may find people. */
export const ALREADY_HAS_ACCOUNT =
  'Someone with this email has an account already, so there is nothing to invite them to. Search for the email under Users.'

/**
 * Invites an address, once: of two concurrent calls one sends, and the other learns that it was sent (security
 * R49). Throws INVALID_STATE for an address that has an account, unless the inviter may not learn that.
 */
export async function sendInvitation(
  services: Services,
  act: Act,
  person: { email: string; name: string | null },
  { mayFindPeople }: { mayFindPeople: boolean },
): Promise<Invited> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const userId = await registeredUser(tx, person.email)
    if (userId !== null && mayFindPeople)
      throw new AppError('INVALID_STATE', ALREADY_HAS_ACCOUNT, { fields: { email: ALREADY_HAS_ACCOUNT } })
    const [made] = await tx
      .insert(invitations)
      .values({
        ...person,
        invitedAt: at,
        invitedBy: act.actor.id ?? null,
        expiresAt: invitationExpiry(at),
        userId,
      })
      .onConflictDoNothing()
      .returning()
    if (!made) return { ...(await invitationOf(tx, person.email)), alreadyInvited: true }
    await mailInvitation(services, tx, made)
    await recordEvent(tx, {
      ...act,
      at,
      type: 'invitation.sent',
      ...(made.userId !== null && { userId: made.userId }),
      subject: invitationSubject(made.id),
    })
    return { id: made.id, email: made.email, alreadyInvited: false }
  })
}

/** Queues one email with links of its own; links in earlier ones continue to work. */
export async function mailInvitation(services: Services, tx: Db, row: InvitationRow): Promise<void> {
  const { config, mailer, now } = services
  const at = now()
  const [link, open, unsubscribe] = [newToken(), newToken(), newToken()]
  const messageKey = `beta-invitation:${hashToken(link)}`
  // A provider that tracks opens and clicks replaces our links with its own.
  const isTracked = config.mailTracking && !config.resend
  await mailer.queue(tx, {
    kind: 'beta-invitation',
    props: {
      name: row.name,
      path: isTracked ? `/api/invitations/${link}/open` : `/invitation?token=${link}`,
      pixelPath: isTracked ? `/api/mail/opened/${open}` : null,
      unsubscribePath: `/unsubscribe?token=${unsubscribe}`,
      expiresAt: row.expiresAt,
    },
    to: row.email,
    messageKey,
    unsubscribeUrl: `${config.publicUrl}/api/mail/unsubscribe/${unsubscribe}`,
    ...(row.userId !== null && { userId: row.userId }),
    at,
  })
  const [mail] = await tx.select({ id: mails.id }).from(mails).where(eq(mails.messageKey, messageKey))
  if (!mail) throw new Error('The mail was just queued')
  await tx.insert(invitationMails).values({
    invitationId: row.id,
    mailId: mail.id,
    linkHash: hashToken(link),
    openHash: hashToken(open),
    unsubscribeHash: hashToken(unsubscribe),
  })
}

const newToken = () => randomBytes(32).toString('base64url')

async function invitationOf(tx: Db, email: string): Promise<{ id: number; email: string }> {
  const [row] = await tx
    .select({ id: invitations.id, email: invitations.email })
    .from(invitations)
    .where(eq(sql`lower(${invitations.email})`, email.toLowerCase()))
  if (!row) throw new Error('The address was invited a moment ago')
  return row
}

/** A registered user who has proven the address. */
async function registeredUser(tx: Db, email: string): Promise<number | null> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(sql`lower(${users.email})`, email.toLowerCase()),
        isNotNull(users.emailConfirmedAt),
        ne(users.issuer, APPLICANT_ISSUER),
      ),
    )
  return user?.id ?? null
}
