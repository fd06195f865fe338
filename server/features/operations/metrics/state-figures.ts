import { countDeadLetters } from '#server/model/jobs/dead-letters.ts'
import { type JobState, jobStates } from '#server/model/jobs/job-states.ts'
import { settingsInForce } from '#server/model/screening/screening-settings.ts'
import { FreeSpaceGuard } from '#server/platform/files/free-space.ts'
import type { Services } from '#server/services.ts'
import {
  countClosedCases,
  countOpenCases,
  selectListsInForce,
  selectQueues,
  selectWaitingMails,
  selectWhetherQueuesMade,
} from './metrics.sql.ts'

/** What is told at most so often, and is looked up again only when someone asks. */
const FRESH_MS = 10_000
/** The cases that wait for no one are many, and their number says little from one minute to the next. */
const CLOSED_FRESH_MS = 10 * 60_000

/** The state of the installation, as far as the database and the disk tell it. A part is missing until it was first read. */
export interface StateFigures {
  queues?: { name: string; waiting: number; active: number; failed: number; oldestAt: Date | null }[]
  jobs?: JobState[]
  deadLetters?: { job: string; count: number }[]
  mails?: { waiting: number; oldestAt: Date | null }
  openCases?: { kind: string; state: string; promise: 'kept' | 'overdue' | 'none'; cases: number }[]
  closedCases?: { kind: string; state: string; cases: number }[]
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

/** Watches the state of the installation by questions that an index answers, one after the other. */
export function watchState({ database: { pool, db }, config, now }: Services): StateWatch {
  const space = new FreeSpaceGuard(config.dataDir)
  const readers: { [P in Part]: () => Promise<StateFigures[P]> } = {
    async queues() {
      // The queues are made when they are first opened, after the server serves.
      const { rows: made } = await selectWhetherQueuesMade(pool)
      if (!made[0]?.is_made) return []
      const { rows } = await selectQueues(pool)
      return rows
    },
    jobs: () => jobStates(db, now()),
    deadLetters: () => countDeadLetters(db),
    async mails() {
      const { rows } = await selectWaitingMails(pool)
      return rows[0]
    },
    async openCases() {
      const { rows } = await countOpenCases(pool, [now()])
      return rows
    },
    async closedCases() {
      const { rows } = await countClosedCases(pool)
      return rows
    },
    async lists() {
      const { rows } = await selectListsInForce(pool)
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
      const fresh = part === 'closedCases' ? CLOSED_FRESH_MS : FRESH_MS
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
