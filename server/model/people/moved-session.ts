import type { Caller } from '#server/model/access/caller.ts'
import { endSessions } from '#server/model/access/session-store.ts'
import { type RecordedAct, recordEvent } from '#server/model/audit/record-event.ts'
import { mailPerson } from '#server/model/mail/mail-person.ts'
import { giveNotice } from '#server/model/mail/notices.ts'
import type { Db } from '#server/platform/database/database.ts'
import { deviceOf } from '#server/platform/http/device.ts'
import type { Services } from '#server/services.ts'
import { deleteMovedSession } from './people.sql.ts'
import { endPhones } from './session-phones.ts'

/**
 * Ends a session used by another device than that of its sign-in, as after a cookie theft, records it and tells
 * its owner, once however many requests use it (security A27).
 */
export async function endMovedSession(
  services: Pick<Services, 'database' | 'mailer' | 'now'>,
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
  devices: { from: string | null; to: string },
): Promise<void> {
  const at = services.now()
  const props = { device: deviceOf(devices.from), other: deviceOf(devices.to), at }
  await services.mailer.load()
  await services.database.transaction(async (tx) => {
    const { rowCount } = await deleteMovedSession(tx, [tokenHash])
    if (!rowCount) return
    await endPhones(tx, { at, actor: { kind: 'system' } }, { sessions: [tokenHash] })
    const { device, other } = props
    await recordEvent(tx, {
      at,
      type: 'auth.session_moved',
      actor: { kind: 'system' },
      userId,
      after: { device, other },
    })
    // Part of the token's hash, so that it identifies the session but opens nothing.
    const key = `session-moved:${tokenHash.slice(0, 16)}`
    await giveNotice(tx, {
      userId,
      key,
      title: 'We ended a session of yours',
      detail: `It began with ${device} and was then used with ${other}. If that wasn’t you, change your password.`,
      path: '/profile?tab=security',
      at,
    })
    await mailPerson(services, tx, { kind: 'session-moved', props, userId, messageKey: key, at })
  })
}

/**
 * Ends a person's sessions, optionally only one or all but one, and records it; returns how many (security
 * R10). Phones that take photos for an ended one are disconnected, and all of the person's if it isn't only one.
 */
export async function endRecorded(
  tx: Db,
  act: RecordedAct,
  userId: number,
  which: { only?: string | undefined; but?: string | undefined } = {},
): Promise<number> {
  const sessions = await endSessions(tx, userId, which)
  const ended = sessions.length
  if (ended > 0) await recordEvent(tx, { ...act, type: 'auth.sessions_ended', userId, after: { ended } })
  await endPhones(tx, act, which.only === undefined ? { userId } : { sessions })
  return ended
}
