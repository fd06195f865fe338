import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SEEN_FROM } from '#domain/screening/screening-match.ts'
import type { ScreeningSubject } from '#domain/screening/screening-records.ts'
import { importList, listsInForce } from '#server/model/screening/sanctions-lists.ts'
import { searchLists } from '#server/model/screening/search-lists.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { listFile, readGzippedList } from '#server/testing/real-lists.ts'
import { grown, OPENSANCTIONS, writeEntries } from './lib/grown-lists.ts'
import { latencyOf } from './lib/latency.ts'
import { startPostgres } from './lib/postgres.ts'
import { measurement } from './lib/report.ts'
import { readRows } from './lib/sanctions-lists.ts'

// One person after the other is screened against ever more entries with the names of the real lists.
const LISTS = ['uk-sanctions-list-2026-08-22.csv.gz', 'un-consolidated-2026-02-27.xml.gz']
const PEOPLE = 'qarin-negatives-global-5000.csv'
const SIZES = [
  { entries: 20_000, most: 30 },
  { entries: 200_000, most: 60 },
] as const
const ASKED = 500
const WARM_UP = 20

await measurement(async (later) => {
  const missing = [...LISTS, PEOPLE].filter((name) => !listFile(name))
  if (missing.length)
    throw new Error(`These files are absent, so nothing was measured: ${missing.join(', ')}`)
  const real = (await Promise.all(LISTS.map(readGzippedList))).flat()
  const subjects = readRows(PEOPLE).slice(0, ASKED).map(subjectOf)
  const postgres = await startPostgres()
  later(() => postgres.stop())
  const folder = await mkdtemp(join(tmpdir(), 'verdaccord-bench-'))
  later(() => rm(folder, { recursive: true }))
  const seen: { entries: number; most: number; median: number; p99: number }[] = []
  for (const { entries, most } of SIZES) {
    const database = openPostgres(await postgres.create(`bench_screening_${entries}`), 2)
    later(() => database.close())
    const path = join(folder, `grown-${entries}.json`)
    await writeEntries(path, grown(real, entries), OPENSANCTIONS)
    const before = performance.now()
    await importList(database, path, { now: new Date() })
    const seconds = (performance.now() - before) / 1000
    const memory = Math.round(process.memoryUsage().rss / 2 ** 20)
    console.log(`    ${entries} entries were put into force in ${seconds.toFixed(1)} s, at ${memory} MB`)
    await database.pool.query('vacuum analyze sanctions_entries')
    const lists = await listsInForce(database.db)
    const times: number[] = []
    for (const [index, subject] of subjects.entries()) {
      const start = performance.now()
      await searchLists(database.db, [subject], lists, SEEN_FROM)
      if (index >= WARM_UP) times.push(performance.now() - start)
    }
    seen.push({ entries, most, ...latencyOf(times) })
  }
  const show = ({ entries, median, p99 }: (typeof seen)[number]) =>
    `${entries.toLocaleString('en-GB')}: median ${median.toFixed(1)} ms, 99th percentile ${p99.toFixed(1)} ms`
  return {
    goal: 'P17 one person looked for among 20,000 and 200,000 listed',
    product: seen.map(show).join('; '),
    beside: 'the limits',
    ratio: seen.map(({ p99, most }) => (p99 / most).toFixed(2)).join(' and '),
    limit: SIZES.map(({ most }) => `${most} ms`).join(' and '),
    isMet: seen.every(({ p99, most }) => p99 <= most),
  }
})

function subjectOf({ full_name = '' }: Record<string, string>): ScreeningSubject {
  return { key: 'person', kind: 'person', label: 'Applicant', name: full_name }
}
