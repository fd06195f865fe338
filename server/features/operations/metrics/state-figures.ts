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

/** Values are this old at most, and are read again only when requested. */
const FRESH_MS = 10_000
/** Cases that wait for no one are many, and their number changes little within minutes. */
const CLOSED_FRESH_MS = 10 * 60_000

/** The installation's state, from the database and the disk. A part is missing until it was first read. */
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
  /**
   * What is known, without waiting; outdated parts are read again afterwards, so that no one ever waits for the
   * database.
   */
  known(): StateFigures
  /** When each part was last read completely. */
  readAt: ReadonlyMap<Part, Date>
  /** How often a part couldn't be read. */
  failures: ReadonlyMap<Part, number>
  /** Resolves when nothing is being read. */
  settled(): Promise<void>
}

/** Watches the installation's state with indexed queries, one after the other. */
export function watchState({ database: { pool, db }, config, now }: Services): StateWatch {
  const space = new FreeSpaceGuard(config.dataDir)
  const readers: { [P in Part]: () => Promise<StateFigures[P]> } = {
    async queues() {
      // The queues are created when first opened, after the server has started serving.
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
      // Its age and this count show that: the outage is logged by those it affects.
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
