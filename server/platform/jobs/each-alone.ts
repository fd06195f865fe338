import type { FastifyBaseLogger } from 'fastify'
import { databaseFault } from '#server/platform/database/database-faults.ts'

/** What a row is called in the log. */
export interface Named {
  id: number | string
}

interface Told {
  log: Pick<FastifyBaseLogger, 'error'>
  /** What the log says of one that failed. */
  failed: string
  signal?: AbortSignal
  /** Told of each that failed. */
  onFailed?: (error: unknown) => void
}

/**
 * Does something for each, one after the other, and returns for how many `work` says that it did. One that fails is told in
 * the log and keeps no one behind it waiting; the next run tries it again. Throws only where the database is away, which
 * every one after it would find, too.
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
