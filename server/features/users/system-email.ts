import { randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { EMAIL_CHANGE_LIMIT, EMAIL_IN_USE, EMAIL_LINK_HOURS } from '#contract/account.ts'
import { type Db, violatedConstraint } from '#server/platform/database/database.ts'
import { emailLinks } from '#server/platform/database/schema/email-links.ts'
import { type UserRow, users } from '#server/platform/database/schema/users.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { requireRecentSignIn } from '#server/platform/http/recent-sign-in.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { recordEvent } from '#server/platform/ledger/record-event.ts'
import type { Caller } from '#server/platform/sessions/caller.ts'
import { hashToken } from '#server/platform/sessions/session-store.ts'
import { mailAddressOf } from '#server/records/mail/mail-address.ts'
import { giveNotice } from '#server/records/mail/notices.ts'
import { releaseUnproven } from '#server/records/people/email-claims.ts'
import type { Services } from '#server/services.ts'

const HOUR_MS = 3_600_000
const AGAIN_AFTER_MS = 60_000

/** Whether an address is another one than the person has, and replacing theirs needs a recent sign-in (security R11). */
export async function beforeEmailChange(services: Services, caller: Caller, email: string): Promise<boolean> {
  if (sameAddress(caller.email, email)) return false
  if (caller.email !== null) requireRecentSignIn(caller, services.now())
  await services.limiter.consume(EMAIL_CHANGE_LIMIT, `u${caller.userId}`)
  return true
}

/**
 * Stores a new system email, unconfirmed; mails its link there and a notice to the address that mail went to so far
 * (decisions §2). An address that the provider has verified, or the one that is still in use for mail, needs no link.
 * Throws DUPLICATE_ENTRY for an address that somebody else holds.
 */
export async function changeEmail(
  services: Services,
  tx: Db,
  user: UserRow,
  email: string,
  origin: Origin,
): Promise<{ confirmed: boolean }> {
  const at = services.now()
  const former = mailAddressOf(user)
  const isProven = sameAddress(former, email) || (user.emailVerified && sameAddress(user.auth0Email, email))
  if (isProven) await releaseUnproven(tx, email, { by: user.id, at })
  await tx
    .update(users)
    .set({
      email,
      emailConfirmedAt: isProven ? at : null,
      formerEmail: isProven ? null : user.emailConfirmedAt ? user.email : user.formerEmail,
      updatedAt: at,
    })
    .where(eq(users.id, user.id))
    .catch((error: unknown) => {
      if (violatedConstraint(error) !== 'users_email') throw error
      throw new AppError('DUPLICATE_ENTRY', EMAIL_IN_USE, { fields: { email: EMAIL_IN_USE } })
    })
  await tx.delete(emailLinks).where(eq(emailLinks.userId, user.id))
  await recordEvent(tx, {
    at,
    type: 'user.email_changed',
    actor: { kind: 'user', id: user.id },
    userId: user.id,
    before: { email: user.email },
    after: { email, confirmed: isProven },
    origin,
  })
  if (!isProven) await mailLink(services, tx, user, email)
  if (former && !sameAddress(former, email)) {
    await services.mailer.queue(tx, {
      kind: 'email-changed',
      props: { name: user.name, newEmail: email },
      to: former,
      userId: user.id,
      messageKey: `email-changed:${user.id}:${at.toISOString()}`,
      at,
    })
    // Whoever no longer reads the former address finds it on coming back.
    await giveNotice(tx, {
      userId: user.id,
      title: `Your email address was changed to ${email}`,
      detail: `${isProven ? '' : 'We write there once it is confirmed. '}If this was not you, sign out everywhere and tell us.`,
      path: '/profile?tab=edit',
      key: `email-changed:${at.toISOString()}`,
      at,
    })
  }
  return { confirmed: isProven }
}

/** Mails a new link to an address that is still unconfirmed, but no second one within a minute (security R49). */
export async function mailLinkAgain(
  services: Services,
  tx: Db,
  user: UserRow,
): Promise<{ confirmed: boolean }> {
  if (user.emailConfirmedAt || !user.email) return { confirmed: user.emailConfirmedAt !== null }
  const justNow = new Date(services.now().getTime() + EMAIL_LINK_HOURS * HOUR_MS - AGAIN_AFTER_MS)
  const [fresh] = await tx
    .select({ expiresAt: emailLinks.expiresAt })
    .from(emailLinks)
    .where(and(eq(emailLinks.userId, user.id), gt(emailLinks.expiresAt, justNow)))
  if (!fresh) {
    await tx.delete(emailLinks).where(eq(emailLinks.userId, user.id))
    await mailLink(services, tx, user, user.email)
  }
  return { confirmed: false }
}

async function mailLink(services: Services, tx: Db, user: UserRow, email: string): Promise<void> {
  const at = services.now()
  const token = randomBytes(32).toString('base64url')
  const tokenHash = hashToken(token)
  await tx.insert(emailLinks).values({
    tokenHash,
    userId: user.id,
    email,
    expiresAt: new Date(at.getTime() + EMAIL_LINK_HOURS * HOUR_MS),
  })
  await services.mailer.queue(tx, {
    kind: 'system-email-confirmation',
    props: { name: user.name, path: `/confirm-email?token=${token}`, expiresInHours: EMAIL_LINK_HOURS },
    to: email,
    userId: user.id,
    messageKey: `email-link:${tokenHash}`,
    at,
  })
}

/** Confirms a person's address by its link. Throws NOT_FOUND for a used, lapsed, replaced or somebody else's link. */
export async function confirmSystemEmail(
  services: Services,
  userId: number,
  token: string,
  origin: Origin,
): Promise<string> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const [link] = await tx
      .delete(emailLinks)
      .where(
        and(
          eq(emailLinks.tokenHash, hashToken(token)),
          eq(emailLinks.userId, userId),
          gt(emailLinks.expiresAt, at),
        ),
      )
      .returning()
    const [user] = link
      ? await tx
          .update(users)
          .set({ emailConfirmedAt: at, formerEmail: null, updatedAt: at })
          .where(and(eq(users.id, link.userId), eq(sql`lower(${users.email})`, link.email.toLowerCase())))
          .returning({ id: users.id })
      : []
    if (!link || !user)
      throw new AppError(
        'NOT_FOUND',
        'This link has been used already, or it has expired. Ask for a new one in your profile.',
      )
    await recordEvent(tx, {
      at,
      type: 'user.email_confirmed',
      actor: { kind: 'user', id: user.id },
      userId: user.id,
      after: { email: link.email },
      origin,
    })
    return link.email
  })
}

function sameAddress(one: string | null, other: string): boolean {
  return one !== null && one.toLowerCase() === other.toLowerCase()
}
