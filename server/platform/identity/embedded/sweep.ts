import type { Db } from '#server/platform/database/database.ts'

/** Removes what the embedded provider no longer needs: expired records and links (security R59); gives how many. */
export async function sweepEmbeddedProvider(db: Db, now: Date): Promise<number> {
  const records = await db.$client.query('delete from idp_records where expires_at <= $1', [now])
  const links = await db.$client.query('delete from idp_links where expires_at <= $1', [now])
  return (records.rowCount ?? 0) + (links.rowCount ?? 0)
}
