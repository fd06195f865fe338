import { recordEvent } from '#server/model/audit/record-event.ts'
import { acceptInvitation } from '#server/model/invitations/accept-invitation.ts'
import type { Db } from '#server/platform/database/database.ts'
import { deviceOf } from '#server/platform/http/device.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { deleteSessionsOfIdentity, selectUserIdOfIdentity, updateConfirmedEmail } from './people.sql.ts'
import { endPhones } from './session-phones.ts'

interface Person {
  issuer: string
  sub: string
}

/**
 * Records that the provider now knows the address to be the person's own, without waiting for the next sign-in;
 * an invited person has then accepted. Returns the person's record, if there is one.
 */
export async function confirmEmail(
  tx: Db,
  person: Person & { email: string; at: Date },
): Promise<number | undefined> {
  const { email, at } = person
  const { rows } = await updateConfirmedEmail(tx, [person.issuer, person.sub, email, at])
  for (const { id } of rows)
    await acceptInvitation(tx, {
      userId: Number(id),
      claims: { email, emailVerified: true },
      linkHash: null,
      at,
    })
  return rows[0] && Number(rows[0].id)
}

/** Ends all of a person's sessions, with the phones that take photos for them, for example after a password change. */
export async function endSessionsOf(tx: Db, person: Person & { at: Date }): Promise<void> {
  await deleteSessionsOfIdentity(tx, [person.issuer, person.sub])
  const userId = await userIdOf(tx, person)
  if (userId) await endPhones(tx, { at: person.at, actor: { kind: 'user', id: userId } }, { userId })
}

/** Records a wrong password or code, with the person if they have signed in before. Who tried it is unknown. */
export async function recordFailedSignIn(
  tx: Db,
  failure: Person & {
    failures: number
    isKnownDevice: boolean
    what: 'password' | 'code'
    origin: Origin
    at: Date
  },
): Promise<void> {
  const { failures, isKnownDevice, what, origin, at } = failure
  const userId = await userIdOf(tx, failure)
  await recordEvent(tx, {
    at,
    type: 'auth.failed',
    actor: { kind: 'system' },
    ...(userId && { userId }),
    after: {
      failures,
      isKnownDevice,
      ...(what === 'code' && { what }),
      device: deviceOf(origin.userAgent ?? null),
    },
    origin,
  })
}

/**
 * Records that a recovery code was used instead of a passkey or app, with the person if they have signed in
 * before.
 */
export async function recordRecoveryCodeUsed(
  tx: Db,
  use: Person & { left: number; origin: Origin; at: Date },
): Promise<void> {
  const { left, origin, at } = use
  const userId = await userIdOf(tx, use)
  await recordEvent(tx, {
    at,
    type: 'auth.recovery_code_used',
    actor: userId ? { kind: 'user', id: userId } : { kind: 'system' },
    ...(userId && { userId }),
    after: { left },
    origin,
  })
}

async function userIdOf(tx: Db, { issuer, sub }: Person): Promise<number | undefined> {
  const { rows } = await selectUserIdOfIdentity(tx, [issuer, sub])
  return rows[0] && Number(rows[0].id)
}
