import type { FastifyBaseLogger } from 'fastify'
import { databaseFault } from '#server/platform/database/database-faults.ts'

/** A row's name in the log. */
export interface Named {
  id: number | string
}

interface Told {
  log: Pick<FastifyBaseLogger, 'error'>
  /** The log message for a failure. */
  failed: string
  signal?: AbortSignal
  /** Called for each failure. */
  onFailed?: (error: unknown) => void
}

/**
 * Handles rows one after the other and returns for how many `work` returned true. A failure is logged and
 * doesn't hold up the others; the next run tries it again. Throws only if the database is away, since every
 * further row would fail too.
 */
export async function eachAlone<T extends Named>(
  all: readonly T[],
  work: (element: T) => Promise<boolean>,
  { log, failed, signal, onFailed }: Told,
): Promise<number> {
  let done = 0
  for (const element of all) {
    if (signal?.aborted) break
    try {
      if (await work(element)) done++
    } catch (error) {
      if (databaseFault(error) === 'away') throw error
      log.error({ err: error, id: element.id }, failed)
      onFailed?.(error)
    }
  }
  return done
}
