import type pg from 'pg'
import { takeRoom, touchReadinessRow } from './database.sql.ts'
import { databaseErrorCode } from './database-faults.ts'

const DISK_FULL = '53100'

/** Pools of which a write was refused because there is no room for it. */
const refusedForRoom = new WeakSet<pg.Pool>()

/** Watches for a write of this pool that is refused because the disk of the database is full. */
export function watchFullDisk(pool: pg.Pool): void {
  pool.on('release', (error) => {
    if (databaseErrorCode(error) === DISK_FULL) refusedForRoom.add(pool)
  })
}

/**
 * Writes one row, always the same, as any changing call does when it is counted: a server that answers questions may still be
 * a standby or read-only. That row finds its room on a full disk, too, so once another write was refused it is full until
 * something new has found room. Throws as the database refuses.
 */
export async function databaseState({ pool }: { pool: pg.Pool }): Promise<'ok' | 'full'> {
  await touchReadinessRow(pool)
  if (!refusedForRoom.has(pool)) return 'ok'
  try {
    await takeRoom(pool)
  } catch (error) {
    // An account that may not make one can't find out.
    if (databaseErrorCode(error) === DISK_FULL) return 'full'
  }
  refusedForRoom.delete(pool)
  return 'ok'
}
