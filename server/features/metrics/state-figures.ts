import { OPEN_STATES } from '#contract/cases.ts'
import { FreeSpaceGuard } from '#server/platform/files/free-space.ts'
import { countDeadLetters, DEAD_LETTERS } from '#server/platform/jobs/dead-letters.ts'
import { type JobState, jobStates } from '#server/platform/jobs/job-states.ts'
import { settingsInForce } from '#server/records/screening/screening-settings.ts'
import type { Services } from '#server/services.ts'

/** What is told at most so often, and is looked up again only when someone asks. */
const FRESH_MS = 10_000
/** The cases that wait for no one are many, and their number says little from one minute to the next. */
const SETTLED_FRESH_MS = 10 * 60_000
/** Mails that wait are counted up to here: more is as bad. */
const MOST_MAILS = 100_000

/** The state of the installation, as far as the database and the disk tell it. A part is missing until it was first read. */
export interface StateFigures {
  queues?: { name: string; waiting: number; active: number; failed: number; oldestAt: Date | null }[]
  jobs?: JobState[]
  deadLetters?: { job: string; count: number }[]
  mails?: { waiting: number; oldestAt: Date | null }
  openCases?: { kind: string; state: string; promise: 'kept' | 'overdue' | 'none'; cases: number }[]
  settledCases?: { kind: string; state: string; cases: number }[]
  lists?: { source: string; publishedAt: Date }[]
  listMaxAgeDays?: number
  freeBytes?: number
}

type Part = keyof StateFigures

/** The state as last read, and how reading it went. */
export interface StateWatch {
  /** What is known, at once; what has aged is read again afterwards, so that no one ever waits for the database. */
  known(): StateFigures
  /** When each part was last read whole. */
  readAt: ReadonlyMap<Part, Date>
  /** How often a part could not be read. */
  failures: ReadonlyMap<Part, number>
  /** Done when nothing is being read. */
  settled(): Promise<void>
}

const IS_OPEN = `state in (${OPEN_STATES.map((state) => `'${state}'`).join(', ')})`

/** Watches the state of the installation by questions that an index answers, one after the other. */
export function watchState({ database: { pool, db }, config, now }: Services): StateWatch {
  const space = new FreeSpaceGuard(config.dataDir)
  const readers: { [P in Part]: () => Promise<StateFigures[P]> } = {
    async queues() {
      // The queues are made when they are first opened, after the server serves.
      const { rows: made } = await pool.query("select to_regclass('pgboss.queue') is not null as is_made")
      if (!made[0]?.is_made) return []
      const { rows } = await pool.query(
        `select q.name, q.ready_count::int as waiting, q.active_count::int as active, q.failed_count::int as failed,
           (select created_on from pgboss.job j
            where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()
            order by j.priority desc, j.created_on limit 1) as "oldestAt"
         from pgboss.queue q where q.name not like '\\_\\_pgboss%' and q.name <> '${DEAD_LETTERS}'`,
      )
      return rows
    },
    jobs: () => jobStates(db, now()),
    deadLetters: () => countDeadLetters(db),
    async mails() {
      const { rows } = await pool.query(
        `select (select count(*)::int from (select from mails where status = 'queued' limit ${MOST_MAILS}) capped) as waiting,
           (select created_at from mails where status = 'queued' order by id limit 1) as "oldestAt"`,
      )
      return rows[0]
    },
    async openCases() {
      const { rows } = await pool.query(
        `select kind, state, case when due_at is null then 'none' when due_at < $1 then 'overdue' else 'kept' end as promise,
           count(*)::int as cases
         from cases where ${IS_OPEN} group by 1, 2, 3`,
        [now()],
      )
      return rows
    },
    async settledCases() {
      const { rows } = await pool.query(
        `select kind, state, count(*)::int as cases from cases where not (${IS_OPEN}) group by 1, 2`,
      )
      return rows
    },
    async lists() {
      const { rows } = await pool.query<{ source: string; publishedOn: string }>(
        'select source, published_on as "publishedOn" from sanctions_lists where retired_at is null order by source',
      )
      return rows.map(({ source, publishedOn }) => ({ source, publishedAt: new Date(publishedOn) }))
    },
    listMaxAgeDays: async () => (await settingsInForce(db, config.sanctions)).maxAgeDays,
    freeBytes: () => space.freeBytes(),
  }
  const known: StateFigures = {}
  const readAt = new Map<Part, Date>()
  const failures = new Map<Part, number>(Object.keys(readers).map((part) => [part as Part, 0]))
  let reading: Promise<void> | undefined

  async function read<P extends Part>(part: P): Promise<void> {
    try {
      known[part] = await readers[part]()
      readAt.set(part, now())
    } catch {
      // It is told by its age and by this count: the log has the outage from those who met it.
      failures.set(part, (failures.get(part) ?? 0) + 1)
    }
  }

  async function readAged(): Promise<void> {
    for (const part of Object.keys(readers) as Part[]) {
      const fresh = part === 'settledCases' ? SETTLED_FRESH_MS : FRESH_MS
      if (now().getTime() - (readAt.get(part)?.getTime() ?? 0) >= fresh) await read(part)
    }
  }

  return {
    known() {
      reading ??= readAged().finally(() => {
        reading = undefined
      })
      return known
    },
    readAt,
    failures,
    settled: async () => reading,
  }
}
