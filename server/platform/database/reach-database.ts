import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { selectWhetherReadOnly } from './database.sql.ts'
import type { Database } from './database.ts'
import { databaseErrorCode, databaseFault } from './database-faults.ts'

/** As long as for a KMS: on a machine that has just started the database may need it. */
export const REACH_MS = 30_000
const PAUSE_MS = 1_000
/** A wrong password or name, which time doesn't put right. */
const REFUSED = /^(28|3D000)/

/** Waits for a database that isn't there yet. Throws its last error if it doesn't come. */
export async function reachDatabase(
  { pool }: Pick<Database, 'pool'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { withinMs = REACH_MS, pauseMs = PAUSE_MS } = {},
): Promise<void> {
  const deadline = performance.now() + withinMs
  for (let tries = 0; ; tries++) {
    try {
      await selectWhetherReadOnly(pool)
      return
    } catch (error) {
      const mayCome = databaseFault(error) && !REFUSED.test(databaseErrorCode(error) ?? '')
      if (!mayCome || performance.now() > deadline) throw error
      if (tries === 0)
        log.warn(
          { err: error },
          `The database can’t be reached; the start waits for it for ${withinMs / 1000} s`,
        )
      await delay(pauseMs)
    }
  }
}
