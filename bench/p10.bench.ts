import { setTimeout as delay } from 'node:timers/promises'
import { show, spreadOf } from './lib/measure.ts'
import { startPostgres } from './lib/postgres.ts'
import { measurement } from './lib/report.ts'
import { startProduct, startProgram } from './lib/server-process.ts'

// P10: from starting the process to its first answer, on a migrated PostgreSQL, and the memory it holds once
// idle.
const ROUNDS = 12
const MOST_RATIO = 3.5
/** Metrics and traces are included, and use some of it. */
const MOST_IDLE_BYTES = 110_000_000
const IDLE_AFTER_MS = 10_000

await measurement(async (later) => {
  const postgres = await startPostgres()
  later(() => postgres.stop())
  const databaseUrl = await postgres.create('bench_p10')
  const times = { product: [] as number[], bare: [] as number[] }
  for (let round = 0; round <= ROUNDS; round++) {
    const product = await startProduct({ databaseUrl })
    await product.stop()
    const bare = await startProgram('empty', { databaseUrl })
    await bare.stop()
    // The first round reads the files from disk and creates the tables of the queues.
    if (round === 0) continue
    times.product.push(product.startMs)
    times.bare.push(bare.startMs)
  }
  const idle = await startProduct({ databaseUrl })
  later(() => idle.stop())
  await delay(IDLE_AFTER_MS)
  const { rss } = idle.memory()

  const product = spreadOf(times.product)
  const bare = spreadOf(times.bare)
  const ratio = product.median / bare.median
  return {
    goal: 'P10 start to serving, and idle memory',
    product: `${show(product, 'ms')}, ${(rss / 1e6).toFixed(0)} MB`,
    beside: `node:http + pg, one query: ${show(bare, 'ms')}`,
    ratio: ratio.toFixed(2),
    limit: `at most ${MOST_RATIO}, and ${MOST_IDLE_BYTES / 1e6} MB`,
    isMet: ratio <= MOST_RATIO && rss <= MOST_IDLE_BYTES,
  }
})
