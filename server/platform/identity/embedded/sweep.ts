import type { Db } from '#server/platform/database/database.ts'
import { KNOWN_DEVICE_DAYS } from './tries.ts'

/** Removes what the embedded provider no longer needs: expired records, links and sign-ups, old tries and devices (security R59); gives how many. */
export async function sweepEmbeddedProvider(db: Db, now: Date): Promise<number> {
  const records = await db.$client.query('delete from idp_records where expires_at <= $1', [now])
  const links = await db.$client.query('delete from idp_links where expires_at <= $1', [now])
  const signUps = await db.$client.query('delete from idp_sign_ups where expires_at <= $1', [now])
  const tries = await db.$client.query('delete from idp_tries where forget_at <= $1', [now])
  const oldest = new Date(now.getTime() - KNOWN_DEVICE_DAYS * 86_400_000)
  const devices = await db.$client.query('delete from idp_devices where seen_at <= $1', [oldest])
  return [records, links, signUps, tries, devices].reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
}
