import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { countToScreen } from '#server/model/screening/cases-to-screen.ts'
import { importList } from '#server/model/screening/sanctions-lists.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { listFile } from '#server/testing/real-lists.ts'
import { addCustomers } from './lib/customers.ts'
import { latencyOf } from './lib/latency.ts'
import { peakOfChildren } from './lib/peak-of-children.ts'
import { addAdministrator, addPeople, addSessions } from './lib/people.ts'
import { query, startPostgres } from './lib/postgres.ts'
import { measurement } from './lib/report.ts'
import { startProduct } from './lib/server-process.ts'

// Everyone is screened after new lists have arrived, while people are at work: how long it takes, and how long
// they wait. The run is paused repeatedly, so that other load on the machine affects both sides alike: a round
// compares the answers during the run with those right before and right after it.
const LISTS = ['uk-sanctions-list-2026-08-22.csv.gz', 'un-consolidated-2026-02-27.xml.gz']
const NAMES = ['qarin-negatives-global-5000.csv', 'qarin-negatives-us-5000.csv']
const CUSTOMERS = Number(process.env.BENCH_CUSTOMERS ?? 100_000)
const MOST_MINUTES = 10
const MOST_RATIO = 1.2
/** The people at work meanwhile, each of whom opens their home page or saves a draft every `EVERY_MS`. */
const AT_WORK = 40
const EVERY_MS = 800
const WARM_UP_SECONDS = 15
const CALM_SECONDS = 25
const RUN_SECONDS = 45

type Kind = 'home' | 'save'
type Times = Record<Kind, number[]>
const KINDS = ['home', 'save'] as const

/** The answers of a period, and how much of a processor the process that gives them used. */
interface While {
  times: Times
  processor: number
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_WORK })

/** People who send requests repeatedly, at moments that are independent of each other. */
class PeopleAtWork {
  private readonly revisions: number[]
  private readonly port: number
  private readonly tokens: readonly string[]

  constructor(port: number, tokens: readonly string[]) {
    this.port = port
    this.tokens = tokens
    this.revisions = tokens.map(() => 0)
  }

  /** Lets them work for this many ms, or until something is done. Returns how long each answer took, in ms. */
  async work(until: number | (() => Promise<void>)): Promise<Times> {
    const times: Times = { home: [], save: [] }
    let isOver = false
    const over = typeof until === 'number' ? delay(until) : until()
    const ended = over.finally(() => {
      isOver = true
    })
    const atWork = this.tokens.map(async (token, person) => {
      await delay((person * EVERY_MS) / this.tokens.length)
      for (let turn = 0; !isOver; turn++) {
        const dueAt = performance.now() + EVERY_MS
        const kind = (person + turn) % 2 ? 'save' : 'home'
        const startedAt = performance.now()
        if (kind === 'home') await call(this.port, 'GET', '/api/auth/user', token)
        else await this.save(token, person)
        times[kind].push(performance.now() - startedAt)
        await delay(Math.max(0, dueAt - performance.now()))
      }
    })
    await Promise.all([ended, ...atWork])
    return times
  }

  private async save(token: string, person: number): Promise<void> {
    const draft = { firstName: 'Ada', lastName: `Lovelace ${this.revisions[person]}` }
    const answer = await call(this.port, 'PUT', '/api/onboarding/consumer/draft', token, {
      draft,
      revision: this.revisions[person],
    })
    this.revisions[person] = JSON.parse(answer).revision
  }
}

await measurement(async (later) => {
  const missing = [...LISTS, ...NAMES].filter((name) => !listFile(name))
  if (missing.length)
    throw new Error(`These files are absent, so nothing was measured: ${missing.join(', ')}`)
  const postgres = await startPostgres()
  later(() => postgres.stop())
  const databaseUrl = await postgres.create('bench_screening_all')
  await addPeople(databaseUrl, CUSTOMERS + AT_WORK)
  const subjects = await addCustomers(databaseUrl, CUSTOMERS, NAMES)
  const database = openPostgres(databaseUrl, 2)
  later(() => database.close())
  const folder = await mkdtemp(join(tmpdir(), 'verdaccord-bench-'))
  later(() => rm(folder, { recursive: true }))
  for (const name of LISTS) {
    const path = join(folder, name.replace('.gz', ''))
    await writeFile(path, gunzipSync(await readFile(listFile(name) as string)))
    await importList(database, path, { now: new Date() })
  }
  await query(databaseUrl, 'vacuum analyze')
  // Paused, so that it starts only when this program asks for it.
  await query(
    databaseUrl,
    "insert into job_states (name, since, registered_at, paused_at) values ('screen-cases', now(), now(), now())",
  )
  const admin = await addAdministrator(databaseUrl)
  await query(databaseUrl, 'update users set is_super_admin = true where is_admin')
  const atWork = Array.from({ length: AT_WORK }, (_, place) => CUSTOMERS + 1 + place)
  const tokens = await addSessions(databaseUrl, atWork)
  const product = await startProduct({ databaseUrl })
  later(() => product.stop())
  const job = (step: 'resume' | 'run' | 'pause', name = 'screen-cases') =>
    call(product.port, 'POST', `/api/admin/jobs/${name}/${step}`, admin, {})
  const latest = async (name = 'screen-cases') => {
    const [row] = await query<{ id: string; result: string | null }>(
      databaseUrl,
      'select id, result from job_runs where name = $1 order by id desc limit 1',
      [name],
    )
    return row
  }
  // In production people's answers are encrypted. The product answers before its jobs are registered.
  while ((await query(databaseUrl, "select from job_states where name = 'rewrap-keys'")).length === 0)
    await delay(100)
  await job('run', 'rewrap-keys')
  for (
    let result: string | null | undefined;
    result !== 'done';
    result = (await latest('rewrap-keys'))?.result
  )
    await delay(500)
  await query(databaseUrl, 'vacuum analyze')
  const people = new PeopleAtWork(product.port, tokens)
  await people.work(WARM_UP_SECONDS * 1000)

  const during = async (until: Parameters<PeopleAtWork['work']>[0]): Promise<While> => {
    const [startedAt, cpuMs] = [performance.now(), product.cpuMs()]
    const times = await people.work(until)
    return { times, processor: (product.cpuMs() - cpuMs) / (performance.now() - startedAt) }
  }
  const calm = [await during(CALM_SECONDS * 1000)]
  const whileScreened: While[] = []
  let tookMs = 0
  let peakOfScreening = 0
  for (let result: string | null | undefined; result !== 'done'; ) {
    const before = (await latest())?.id
    await job('resume')
    await job('run')
    while ((await latest())?.id === before) await delay(50)
    const startedAt = performance.now()
    const isOver = async () => (await latest())?.result || performance.now() - startedAt > RUN_SECONDS * 1000
    whileScreened.push(
      await during(async () => {
        while (!(await isOver())) {
          await delay(250)
          peakOfScreening = Math.max(peakOfScreening, peakOfChildren(product.pid))
        }
      }),
    )
    await job('pause')
    while (!(await latest())?.result) await delay(50)
    tookMs += performance.now() - startedAt
    result = (await latest())?.result
    if (result === 'failed' || result === 'broken') throw new Error(`The run is ${result}`)
    calm.push(await during(CALM_SECONDS * 1000))
  }
  if (await countToScreen(database.db)) throw new Error('Not everyone was screened')
  const [memory, ofScreening] = [product.memory().peak, peakOfScreening].map((bytes) =>
    Math.round(bytes / 2 ** 20),
  )

  // The last round may have only a moment's work left.
  const rounds = whileScreened.slice(0, Math.max(1, whileScreened.length - 1)).map((screened, place) => ({
    screened: screened.times,
    beside: joined([calm[place], calm[place + 1]].flatMap((each) => each?.times ?? [])),
  }))
  let most = 0
  const says = KINDS.flatMap((kind) =>
    (['median', 'p95', 'p99'] as const).map((figure) => {
      const ratios = rounds.map(
        ({ screened, beside }) => latencyOf(screened[kind])[figure] / latencyOf(beside[kind])[figure],
      )
      const ratio = latencyOf(ratios).median
      most = Math.max(most, ratio)
      const [run, without] = [whileScreened, calm].map(
        (whiles) => latencyOf(joined(whiles.map(({ times }) => times))[kind])[figure],
      )
      const name = { median: 'median', p95: '95th', p99: '99th' }[figure]
      return `${kind} ${name} ${ms(run)}, without it ${ms(without)}: ${ratio.toFixed(2)} × (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`
    }),
  )
  const share = (whiles: While[]) =>
    `${Math.round(latencyOf(whiles.map(({ processor }) => processor)).median * 100)} %`
  const minutes = tookMs / 60_000
  return {
    goal: `P17 ${CUSTOMERS.toLocaleString('en-GB')} customers, ${subjects.toLocaleString('en-GB')} names, screened after new lists of the UK and the UN`,
    product: `${minutes.toFixed(1)} minutes, ${(tookMs / CUSTOMERS).toFixed(2)} ms each, at most ${memory} MB and ${ofScreening} MB for the process of the screening, ${share(whileScreened)} of a processor for who answers and ${share(calm)} without it; ${says.join('; ')}; ${rounds.length} rounds`,
    beside: 'the same answers to people right before and after each round',
    ratio: most.toFixed(2),
    limit: `${MOST_MINUTES} minutes for 100,000, answers within ${MOST_RATIO} ×, by the middle of the rounds`,
    isMet: (minutes * 100_000) / CUSTOMERS <= MOST_MINUTES && most <= MOST_RATIO,
  }
})

function joined(all: readonly Times[]): Times {
  return { home: all.flatMap(({ home }) => home), save: all.flatMap(({ save }) => save) }
}

function ms(value: number | undefined): string {
  return `${value?.toFixed(1)} ms`
}

function call(port: number, method: string, path: string, token: string, body?: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const content = body && JSON.stringify(body)
    const headers = {
      host: 'localhost',
      cookie: `__Host-session=${token}`,
      'sec-fetch-site': 'same-origin',
      ...(content && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(content)),
      }),
    }
    const asked = request({ port, host: '127.0.0.1', method, path, headers, agent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (answer.statusCode === 200) resolve(text)
        else reject(new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`))
      })
    })
    asked.on('error', reject)
    asked.end(content)
  })
}
