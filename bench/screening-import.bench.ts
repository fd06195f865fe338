import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readList } from '#server/model/screening/lists/read-list.ts'
import { listFile, readGzippedList } from '#server/testing/real-lists.ts'
import { grown, OPENSANCTIONS, UK_CSV, UK_XML, writeEntries } from './lib/grown-lists.ts'
import { measurement } from './lib/report.ts'
import { LOCAL, startProduct } from './lib/server-process.ts'

const { SPARING_FLAGS } = (await import(new URL('../scripts/runtime.mjs', import.meta.url).href)) as {
  SPARING_FLAGS: string[]
}

// A list of 200,000 entries: how long it takes to read as CSV and as XML, and the memory of the command that
// puts it into force in the embedded database, in each format.
const LISTS = ['uk-sanctions-list-2026-08-22.csv.gz', 'un-consolidated-2026-02-27.xml.gz']
const ENTRIES = Number(process.env.BENCH_ENTRIES ?? 200_000)
const ROUNDS = 3
const MOST_MB = 600
const MOST_RATIO = 1
/** By how much two readings of one file may differ. */
const NOISE = 0.05

const FORMATS = {
  csv: { writing: UK_CSV, file: 'uk.csv' },
  xml: { writing: UK_XML, file: 'uk.xml' },
  json: { writing: OPENSANCTIONS, file: 'grown.json' },
} as const

await measurement(async (later) => {
  const missing = LISTS.filter((name) => !listFile(name))
  if (missing.length)
    throw new Error(`These files are absent, so nothing was measured: ${missing.join(', ')}`)
  const real = (await Promise.all(LISTS.map(readGzippedList))).flat()
  const folder = await mkdtemp(join(tmpdir(), 'verdaccord-bench-'))
  later(() => rm(folder, { recursive: true }))
  for (const { writing, file } of Object.values(FORMATS))
    await writeEntries(join(folder, file), grown(real, ENTRIES), writing)

  const seconds: Record<'csv' | 'xml', number[]> = { csv: [], xml: [] }
  for (let round = 0; round < ROUNDS; round++)
    for (const format of ['csv', 'xml'] as const) {
      const startedAt = process.cpuUsage()
      const { entries } = await readList(join(folder, FORMATS[format].file), () => {})
      const { user, system } = process.cpuUsage(startedAt)
      seconds[format].push((user + system) / 1e6)
      // Names that consist only of symbols are dropped.
      if (entries < ENTRIES * 0.999) throw new Error(`${format} has ${entries} entries`)
    }
  const [csv, xml] = [Math.min(...seconds.csv), Math.min(...seconds.xml)]
  console.log(`    read as CSV in ${csv.toFixed(1)} s of processor, as XML in ${xml.toFixed(1)} s`)

  const dataDir = join(folder, 'data')
  const env = { ...LOCAL, DATABASE_URL: '', DATA_DIR: dataDir }
  // The command needs a database that a server has created.
  const server = await startProduct({ databaseUrl: '', env })
  await server.stop()
  const peaks: number[] = []
  for (const [format, { file }] of Object.entries(FORMATS)) {
    const startedAt = performance.now()
    const peak = await peakOf(['import-sanctions', join(folder, file), '--force'], env)
    peaks.push(peak)
    console.log(
      `    ${format} was put into force in ${((performance.now() - startedAt) / 1000).toFixed(0)} s, at ${peak} MB`,
    )
  }
  const most = Math.max(...peaks)
  return {
    goal: `${ENTRIES.toLocaleString('en-GB')} entries read, and put into force in the embedded database by the command`,
    product: `as CSV in ${csv.toFixed(1)} s of processor; at most ${peaks.join(', ')} MB as CSV, XML and JSON`,
    beside: `as XML in ${xml.toFixed(1)} s of processor`,
    ratio: `${(csv / xml).toFixed(2)}, and ${(most / MOST_MB).toFixed(2)} of the memory`,
    limit: `at most ${MOST_RATIO}, and ${MOST_MB} MB`,
    isMet: csv / xml <= MOST_RATIO + NOISE && most <= MOST_MB,
  }
})

/** Runs a command in its own process, and returns its peak memory in MB. */
async function peakOf(words: string[], env: Record<string, string>): Promise<number> {
  const program = fileURLToPath(new URL('../dist/server/admin.js', import.meta.url))
  const child = spawn(process.execPath, [...SPARING_FLAGS, program, ...words], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let peak = 0
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0))
    } catch {
      // The process has just ended.
    }
  }, 50)
  const [code] = await once(child, 'exit')
  clearInterval(look)
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`)
  return Math.round(peak / 1024)
}
