import { mailPerson } from '#server/model/mail/mail-person.ts'
import type { Db } from '#server/platform/database/database.ts'
import { deviceOf } from '#server/platform/http/device.ts'
import type { Services } from '#server/services.ts'
import { selectWhetherDeviceKnown } from './auth.sql.ts'

/**
 * Tells a person, before their sign-in is recorded, that it came from a browser without a mark from a former one of theirs. The
 * ledger knows the marks; who has none there yet, as before marks were given, is told nothing.
 */
export async function noteDevice(
  services: Services,
  tx: Db,
  { userId, mark, userAgent, at }: { userId: number; mark: string; userAgent: string | undefined; at: Date },
): Promise<void> {
  const { rows } = await selectWhetherDeviceKnown(tx, [userId, mark])
  if (rows[0]?.isKnown !== false) return
  await mailPerson(services, tx, {
    kind: 'new-device',
    props: { device: deviceOf(userAgent ?? null), at, atProvider: true },
    userId,
    messageKey: `new-device:${userId}:${mark}`,
    at,
  })
}
