import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import {
  EMAIL_CHANGE_LIMIT,
  NAME_UNKNOWN,
  PROFILE_VERIFIED,
  type updateProfile,
} from '#contract/account/account.ts'
import { CaseState } from '#contract/verification/cases.ts'
import { canEditProfile } from '#domain/cases/case-view.ts'
import { isSameName } from '#domain/person-name.ts'
import type { Caller } from '#server/model/access/caller.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { findCase } from '#server/model/cases/cases.ts'
import { signingNames } from '#server/model/people/signing-names.ts'
import { changeEmail, LinkJustSent, mailLinkAgain } from '#server/model/people/system-email.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { beforeEmailChange } from './system-email.ts'

interface Change {
  caller: Caller
  origin: Origin
}

/**
 * Changes what people may change about themselves. Absent fields stay; an empty name or company clears it, an
 * empty email is refused. Throws PROFILE_LOCKED once verified (security R20), DUPLICATE_ENTRY, REAUTH_REQUIRED, but a
 * verified person without a name may still give one, VALIDATION_ERROR if it isn't theirs.
 */
export async function changeProfile(
  services: Services,
  { caller, origin }: Change,
  wish: z.output<typeof updateProfile.body>,
): Promise<void> {
  const { email, name, company } = wish
  if (email === null && caller.email !== null)
    throw new AppError('VALIDATION_ERROR', 'Enter your email address', {
      fields: { email: 'Enter your email address' },
    })
  const isNewEmail = typeof email === 'string' && (await beforeEmailChange(services, caller, email))
  const at = services.now()
  await services.database.transaction(async (tx) => {
    const user = await lockUser(tx, caller.userId)
    if (name && user.name === null && email === undefined && company === undefined)
      await requireNameable(tx, user.id, name)
    else await requireEditable(tx, user.id)
    if (isNewEmail)
      await changeEmail(services, tx, user, email, { actor: { kind: 'user', id: user.id }, origin })
    const after = {
      name: name === undefined ? user.name : name,
      company: company === undefined ? user.company : company,
    }
    const changed = (['name', 'company'] as const).filter((field) => after[field] !== user[field])
    if (changed.length === 0) return
    await tx
      .update(users)
      .set({ ...after, updatedAt: at })
      .where(eq(users.id, user.id))
    await recordEvent(tx, {
      at,
      type: 'user.profile_updated',
      actor: { kind: 'user', id: user.id },
      userId: user.id,
      // Which, not what: an erasure leaves the ledger as it is.
      after: { changed },
      origin,
    })
  })
}

/**
 * Sets only the system email, as the email dialog does; the same address again requests a new link. Throws as
 * `changeProfile` does, but a verified person may still set a first address or request a link.
 */
export async function setSystemEmail(
  services: Services,
  { caller, origin }: Change,
  email: string,
): Promise<{ confirmed: boolean }> {
  const isNew = await beforeEmailChange(services, caller, email)
  if (!isNew) await services.limiter.consume(EMAIL_CHANGE_LIMIT, `u${caller.userId}`)
  return services.database.transaction(async (tx) => {
    const user = await lockUser(tx, caller.userId)
    if (!isNew) return mailLinkAgain(services, tx, user).catch(unlessJustSent)
    if (user.email !== null) await requireEditable(tx, user.id)
    return changeEmail(services, tx, user, email, { actor: { kind: 'user', id: user.id }, origin })
  })
}

/** A link that was just sent is as good as another one. */
function unlessJustSent(error: unknown): { confirmed: boolean } {
  if (error instanceof LinkJustSent) return { confirmed: false }
  throw error
}

/** Throws PROFILE_LOCKED once one of the person's verifications is approved (security R20). */
async function requireEditable(tx: Db, userId: number): Promise<void> {
  if (await isVerified(tx, userId)) throw new AppError('PROFILE_LOCKED', PROFILE_VERIFIED)
}

/** Throws VALIDATION_ERROR if what was approved doesn't know the person by this first name of their account. */
async function requireNameable(tx: Db, userId: number, name: string): Promise<void> {
  if (!(await isVerified(tx, userId))) return
  const known = await signingNames(tx, userId)
  if (!known.some((each) => isSameName(name, each)))
    throw new AppError('VALIDATION_ERROR', NAME_UNKNOWN, { fields: { name: NAME_UNKNOWN } })
}

async function isVerified(tx: Db, userId: number): Promise<boolean> {
  const consumer = await findCase(tx, userId, 'consumer')
  const business = await findCase(tx, userId, 'business')
  const states = [consumer, business].flatMap((stored) =>
    stored ? [CaseState.parse(stored.current.state)] : [],
  )
  return !canEditProfile(states)
}
