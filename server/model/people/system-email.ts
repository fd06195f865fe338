import { randomBytes } from 'node:crypto'
import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { EMAIL_IN_USE, EMAIL_LINK_HOURS } from '#contract/account/account.ts'
import type { ActingUser } from '#domain/roles/acting-user.ts'
import { hashToken } from '#server/model/access/session-store.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { admitHeldCases } from '#server/model/cases/held-cases.ts'
import { mailAddressOf } from '#server/model/mail/mail-person.ts'
import { giveNotice } from '#server/model/mail/notices.ts'
import { bouncedAt } from '#server/model/mail/returned-mails.ts'
import { emailLinks, type UserRow, users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { violatedConstraint } from '#server/platform/database/database-faults.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { hasProven, sameAddress } from './proven-email.ts'
import { releaseUnproven } from './unproven-email.ts'

const HOUR_MS = 3_600_000
const AGAIN_AFTER_MS = 60_000

/**
 * Stores a new system email as unconfirmed, sends it a link, and notifies the address used for emails so far
 * (choices §2.6). An address verified by the provider, or the one still in use, needs no link. Throws
 * DUPLICATE_ENTRY for someone else's address.
 */
export async function changeEmail(
  services: Services,
  tx: Db,
  user: UserRow,
  email: string,
  { actor, origin }: { actor: ActingUser; origin: Origin },
): Promise<{ confirmed: boolean }> {
  const at = services.now()
  const former = mailAddressOf(user)
  const isProven = hasProven(user, email)
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
    actor,
    userId: user.id,
    after: { confirmed: isProven },
    origin,
  })
  if (isProven) await admitHeldCases(services, tx, user.id)
  else await mailLink(services, tx, user, email)
  // Staff's changes are reported in an email of their own.
  if (actor.kind === 'user' && former && !sameAddress(former, email)) {
    await services.mailer.queue(tx, {
      kind: 'email-changed',
      props: { name: user.name, newEmail: email },
      to: former,
      userId: user.id,
      messageKey: `email-changed:${user.id}:${at.toISOString()}`,
      at,
    })
    // Anyone who no longer reads the former address sees it on their next visit.
    await giveNotice(tx, {
      userId: user.id,
      title: `Your email address was changed to ${email}`,
      detail: `${isProven ? '' : 'We write there once it is confirmed. '}If this wasn’t you, sign out everywhere and tell us.`,
      path: '/profile?tab=edit',
      key: `email-changed:${at.toISOString()}`,
      at,
    })
  }
  return { confirmed: isProven }
}

/** Thrown instead of sending a second link within a minute. */
export class LinkJustSent extends Error {}

/**
 * Sends a new link to an address that is unconfirmed or bounced. Throws LinkJustSent if one was sent within the last
 * minute (security R49).
 */
export async function mailLinkAgain(
  services: Services,
  tx: Db,
  user: UserRow,
): Promise<{ confirmed: boolean }> {
  if (!user.email) return { confirmed: false }
  // If emails to an address bounced, a followed link shows that it works again.
  if (user.emailConfirmedAt && !(await bouncedAt(tx, user))) return { confirmed: true }
  if (await wasLinkJustSent(tx, user.id, services.now())) throw new LinkJustSent()
  await tx.delete(emailLinks).where(eq(emailLinks.userId, user.id))
  await mailLink(services, tx, user, user.email)
  return { confirmed: false }
}

async function wasLinkJustSent(db: Db, userId: number, now: Date): Promise<boolean> {
  const justNow = new Date(now.getTime() + EMAIL_LINK_HOURS * HOUR_MS - AGAIN_AFTER_MS)
  const [fresh] = await db
    .select({ expiresAt: emailLinks.expiresAt })
    .from(emailLinks)
    .where(and(eq(emailLinks.userId, userId), gt(emailLinks.expiresAt, justNow)))
  return fresh !== undefined
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

/** Whether an address is another person's, so that `changeEmail` would refuse it. */
export async function isAddressTaken(tx: Db, user: UserRow, email: string): Promise<boolean> {
  const [holder] = await tx
    .select({ confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, ne(users.id, user.id)))
  return holder !== undefined && (holder.confirmedAt !== null || !hasProven(user, email))
}
