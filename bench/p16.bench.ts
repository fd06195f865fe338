import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { load, requestOf } from './lib/load.ts'
import { type Spread, show, spreadOf } from './lib/measure.ts'
import { openStreams } from './lib/open-streams.ts'
import { addCases, addPeople, addSessions, spread } from './lib/people.ts'
import { startPostgres } from './lib/postgres.ts'
import { measurement } from './lib/report.ts'
import { type ServerProcess, startProduct } from './lib/server-process.ts'

// P16: 2,000 open pages that listen for changes at one of two processes on one PostgreSQL.
const PAGES = 2_000
const ROUNDS = 3
const SECONDS = 10
/** With more connections, the figures would show what the machine can do rather than how long anyone waits. */
const CONNECTIONS = 4
const CHANGES = 60
const MOST = { megabytes: 200, ratio: 1.1, seenMs: 1_000 }

await measurement(async (later) => {
  const postgres = await startPostgres()
  later(() => postgres.stop())
  const databaseUrl = await postgres.create('bench_p16')
  await addPeople(databaseUrl, PAGES)
  await addCases(databaseUrl)
  const tokens = await addSessions(databaseUrl, spread(PAGES, PAGES))
  const full = await startProduct({ databaseUrl })
  later(() => full.stop())
  const other = await startProduct({ databaseUrl })
  later(() => other.stop())

  await answerTimes(full, tokens)
  const memoryBefore = full.memory().rss
  const ratios: number[] = []
  const times: { without: number; beside: number }[] = []
  let megabytes = 0
  let seen: Spread | undefined
  for (let round = 0; round < ROUNDS; round++) {
    const without = await answerTimes(full, tokens)
    const here = await openStreams(full.port, tokens)
    const there = await openStreams(other.port, tokens.slice(0, CHANGES))
    const beside = await answerTimes(full, tokens)
    ratios.push(beside / without)
    times.push({ without, beside })
    megabytes = Math.max(megabytes, (full.memory().rss - memoryBefore) / 1e6)
    seen ??= await timesUntilSeen(databaseUrl, [here, there])
    here.close()
    there.close()
    await delay(1000)
  }
  const ratio = spreadOf(ratios)
  const text = (key: 'without' | 'beside') => show(spreadOf(times.map((each) => each[key])), 'ms', 1)
  const most = seen?.max ?? Number.NaN
  return {
    goal: 'P16 2,000 open pages that listen at one of two processes',
    product: `${megabytes.toFixed(0)} MB more; p95 of GET /api/auth/user ${text('beside')}; a change seen on both processes after ${seen ? show(seen, 'ms') : 'no time'}`,
    beside: `the same process without them: p95 ${text('without')}`,
    ratio: `${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)})`,
    limit: `at most ${MOST.megabytes} MB, ${MOST.ratio} × and ${MOST.seenMs} ms`,
    isMet: megabytes <= MOST.megabytes && ratio.median <= MOST.ratio && most <= MOST.seenMs,
  }
})

/** The 95th percentile of answers to people at work, in ms. */
async function answerTimes({ port }: ServerProcess, tokens: readonly string[]): Promise<number> {
  const times: number[] = []
  await load({
    port,
    requests: tokens.map((token) => requestOf('GET /api/auth/user', { cookie: `__Host-session=${token}` })),
    connections: CONNECTIONS,
    seconds: SECONDS,
    onAnswer: (tookMs) => times.push(tookMs),
  })
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.95)] ?? Number.NaN
}

/** How long it takes from a commit until a person's pages, at each process, have been told. */
async function timesUntilSeen(
  databaseUrl: string,
  processes: readonly { told(person: number): Promise<void> }[],
): Promise<Spread> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const times: number[] = []
  try {
    for (let person = 1; person <= CHANGES; person++) {
      const told = processes.map((each) => each.told(person))
      const startedAt = performance.now()
      await client.query("select pg_notify('verdaccord_changes', $1)", [`case ${person}`])
      await Promise.all(told)
      times.push(performance.now() - startedAt)
    }
  } finally {
    await client.end()
  }
  return spreadOf(times)
}
