import type { FileStore } from './file-store.ts'

export interface SweepReport {
  checked: number
  /** Finished files that no row knows. */
  orphans: number
  /** What interrupted uploads left. */
  unfinished: number
}

const BATCH = 500

/**
 * Removes files without a row and leftovers of interrupted uploads (security R48, B02). Only what is older than
 * `olderThanMs` is touched, because a file lies there before its row is committed. `isKnown` gives those of the keys
 * that some row names.
 */
export async function sweepOrphans(
  store: FileStore,
  isKnown: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
  now: Date,
  olderThanMs: number,
): Promise<SweepReport> {
  const before = new Date(now.getTime() - olderThanMs)
  const report: SweepReport = { checked: 0, orphans: 0, unfinished: await store.removeUnfinished(before) }
  let batch: string[] = []

  const settleBatch = async () => {
    const known = await isKnown(batch)
    for (const key of batch) {
      if (known.has(key)) continue
      await store.delete(key)
      report.orphans += 1
    }
    batch = []
  }

  for await (const { key, modifiedAt } of store.list()) {
    report.checked += 1
    if (modifiedAt >= before) continue
    batch.push(key)
    if (batch.length === BATCH) await settleBatch()
  }
  if (batch.length > 0) await settleBatch()
  return report
}
