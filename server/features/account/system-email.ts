import { and, eq, gt, sql } from 'drizzle-orm'
import { EMAIL_CHANGE_LIMIT } from '#contract/account/account.ts'
import { type Caller, requireRecentSignIn } from '#server/model/access/caller.ts'
import { hashToken } from '#server/model/access/session-store.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { admitHeldCases } from '#server/model/cases/held-cases.ts'
import { sameAddress } from '#server/model/people/proven-email.ts'
import { emailLinks, users } from '#server/model/schema/users.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'

/** Whether an address differs from the person's; replacing theirs requires a recent sign-in (security R11). */
export async function beforeEmailChange(services: Services, caller: Caller, email: string): Promise<boolean> {
  if (sameAddress(caller.email, email)) return false
  if (caller.email !== null) requireRecentSignIn(caller, services.now())
  await services.limiter.consume(EMAIL_CHANGE_LIMIT, `u${caller.userId}`)
  return true
}

/**
 * Confirms a person's address by its link. Throws NOT_FOUND for a used, expired or replaced link, and someone
 * else's.
 */
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
        'This link has already been used or has expired. Ask for a new one in your profile.',
      )
    await recordEvent(tx, {
      at,
      type: 'user.email_confirmed',
      actor: { kind: 'user', id: user.id },
      userId: user.id,
      origin,
    })
    await admitHeldCases(services, tx, user.id)
    return link.email
  })
}
