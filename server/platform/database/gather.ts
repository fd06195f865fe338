import DataLoader from 'dataloader'
import { databaseErrorCode } from './database-faults.ts'

const MOST_AT_ONCE = 100
/**
 * Faults of one row or of the moment, which need not affect the other calls: bad data, a violated constraint, a
 * deadlock.
 */
const FAULT_OF_ONE = /^(22|23|40)/

/**
 * Turns a query for many keys into a function for one: calls in the same turn of the event loop share a round
 * trip, which is one transaction. Nothing is cached. If one call's fault fails the query, each call is made
 * again by itself, so that only that one fails.
 */
export function gather<K, V>(ask: (keys: readonly K[]) => Promise<readonly V[]>): (key: K) => Promise<V> {
  const alone = (key: K) =>
    ask([key]).then(
      ([value]) => value as V,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    )
  const loader = new DataLoader<K, V>(
    (keys) =>
      ask(keys).catch((error: unknown) => {
        if (keys.length === 1 || !FAULT_OF_ONE.test(databaseErrorCode(error) ?? '')) throw error
        return Promise.all(keys.map(alone))
      }),
    { cache: false, maxBatchSize: MOST_AT_ONCE, batchScheduleFn: (send) => setImmediate(send) },
  )
  return (key) => loader.load(key)
}
