import type { Db } from '#server/platform/database/database.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { recordEvent } from '#server/platform/ledger/record-event.ts'
import { acceptInvitation } from '#server/records/invitations/accept-invitation.ts'

interface Person {
  issuer: string
  sub: string
}

/**
 * Takes over that the provider now knows the address to be the person's own, without waiting for the next sign-in; who
 * was invited has accepted by it. Gives the record of the person, if they have one.
 */
export async function confirmEmail(
  tx: Db,
  person: Person & { email: string; at: Date },
): Promise<number | undefined> {
  const { email, at } = person
  const { rows } = await tx.$client.query<{ id: string }>(
    `update users set email_verified = true,
       email_confirmed_at = coalesce(email_confirmed_at, case when lower(email) = lower($3) then $4::timestamptz end),
       former_email = case when lower(email) = lower($3) then null else former_email end
     where issuer = $1 and auth0_id = $2 and lower(auth0_email) = lower($3)
     returning id`,
    [person.issuer, person.sub, email, at],
  )
  for (const { id } of rows)
    await acceptInvitation(tx, {
      userId: Number(id),
      claims: { email, emailVerified: true },
      linkHash: null,
      at,
    })
  return rows[0] && Number(rows[0].id)
}

/** Ends every session of a person, as after a changed password. */
export async function endSessionsOf(tx: Db, person: Person): Promise<void> {
  await tx.$client.query(
    'delete from sessions using users where users.id = sessions.user_id and users.issuer = $1 and users.auth0_id = $2',
    [person.issuer, person.sub],
  )
}

/** Records a wrong password, with the person where they have signed in before. Nobody is known to have tried it. */
export async function recordFailedSignIn(
  tx: Db,
  failure: Person & { failures: number; isKnownDevice: boolean; origin: Origin; at: Date },
): Promise<void> {
  const { issuer, sub, failures, isKnownDevice, origin, at } = failure
  const { rows } = await tx.$client.query<{ id: string }>(
    'select id from users where issuer = $1 and auth0_id = $2',
    [issuer, sub],
  )
  await recordEvent(tx, {
    at,
    type: 'auth.failed',
    actor: { kind: 'system' },
    ...(rows[0] && { userId: Number(rows[0].id) }),
    after: { failures, isKnownDevice },
    origin,
  })
}
