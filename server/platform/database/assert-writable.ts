import type { Database } from './database.ts'

/**
 * Writes one row, always the same, as any changing call does when it is counted: a server that answers questions may still be
 * a standby, read-only or full. Throws as the database refuses.
 */
export async function assertWritable({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into rate_limits (key, points, expire) values ('readiness', 0, 0)
     on conflict (key) do update set points = 0`,
  )
}
