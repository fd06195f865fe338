import { randomUUID } from 'node:crypto'
import type { ActingOwner } from '#domain/roles/acting-user.ts'
import { type Caller, requireRecentSignIn } from '#server/model/access/caller.ts'
import type { EventType } from '#server/model/audit/event-type.ts'
import { type Act, recordEvent } from '#server/model/audit/record-event.ts'
import type { MailProps } from '#server/model/mail/mail-kinds.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { deviceOf } from '#server/platform/http/device.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { type Account, endSignInsUnderWay } from '#server/platform/identity/embedded/accounts.ts'
import type { MethodParts } from '#server/platform/identity/embedded/deps.ts'
import { makeRecoveryCodes } from '#server/platform/identity/embedded/recovery-codes.ts'
import {
  hasSecondFactor,
  methodsOf,
  type SignInMethods,
} from '#server/platform/identity/embedded/sign-in-methods.ts'
import type { Services } from '#server/services.ts'
import { storeSecondFactor } from './sign-in-methods.sql.ts'

/** What the embedded provider needs for sign-in methods, besides the services. */
export type MethodServices = Services & Pick<MethodParts, 'secrets' | 'publicUrl' | 'company'>

/**
 * The act of the owner of an account at the embedded provider, who must have just signed in to it; so it has
 * more than the acting user's id.
 */
export interface OwnerAct extends Act {
  actor: ActingOwner
  origin: Origin
  /** The session that it is done in. */
  session: Pick<Caller, 'tokenHash' | 'authTime' | 'hasSecondFactor'>
  account: Account
  name: string | null
}

/**
 * Throws REAUTH_REQUIRED unless the person signed in a short while ago, using the account's second factor if it
 * has one: someone who only knows the password must not replace the owner's methods by their own (security
 * R21).
 */
export function requireOwner(
  { session }: Pick<OwnerAct, 'session'>,
  methods: SignInMethods,
  now: Date,
): void {
  requireRecentSignIn(session, now)
  if (!session.hasSecondFactor && hasSecondFactor(methods))
    throw new AppError('REAUTH_REQUIRED', 'Sign in with your passkey or app to confirm that it is you.')
}

/**
 * Changes an account's methods, one change at a time: `change` gets the current ones, and its result is
 * recorded and emailed with it.
 */
export async function changeMethods<T>(
  services: MethodServices,
  act: OwnerAct,
  change: (tx: Db, methods: SignInMethods) => Promise<T>,
): Promise<T> {
  const { database, now } = services
  return database.transaction(async (tx) => {
    await endSignInsUnderWay(tx, act.account.id)
    const methods = await methodsOf(tx, act.account.id)
    requireOwner(act, methods, now())
    return change(tx, methods)
  })
}

/** A change as reported in the ledger and in the email to its owner. */
interface Change {
  type: EventType
  change: MailProps['sign-in-method-changed']['change']
  /** A passkey's name, for the email alone: an erasure leaves the ledger as it is. */
  name?: string
}

/** Records a change and emails it to the sign-in address. */
export async function recordMethodChange(
  services: MethodServices,
  tx: Db,
  { actor, account, name: owner, origin }: OwnerAct,
  { type, change, name }: Change,
): Promise<void> {
  const at = services.now()
  await recordEvent(tx, {
    at,
    type,
    actor,
    userId: actor.id,
    after: { method: change },
    origin,
  })
  if (!account.emailVerified) return
  await services.mailer.queue(tx, {
    kind: 'sign-in-method-changed',
    to: account.email,
    messageKey: `sign-in-method-changed:${randomUUID()}`,
    at,
    props: {
      name: owner,
      change,
      passkey: name ?? null,
      device: deviceOf(origin.userAgent ?? null),
      at,
    },
  })
}

/**
 * After adding a method: the session counts as signed in with it, since its owner has just used it, and the
 * first recovery codes are created. Returns those, for the only time.
 */
export async function afterAdding(
  services: MethodServices,
  tx: Db,
  { session, account }: OwnerAct,
  before: SignInMethods,
): Promise<string[] | undefined> {
  await storeSecondFactor(tx, [session.tokenHash])
  if (before.recoveryCodes) return undefined
  return makeRecoveryCodes(tx, services.secrets, account, services.now())
}
