import type { JobStanding, JobTrouble, ScheduleName } from '#contract/operations/job-names.ts'
import { isJobLate, type JobFacts, jobStanding } from '#domain/jobs/job-standing.ts'
import { JOB_TEXT } from '#domain/jobs/job-text.ts'
import { JOB_TIMES, type JobTimes, nextDue } from '#domain/jobs/job-times.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import type { RowOf } from '#server/platform/database/statement.ts'
import { type StoredRun, selectJobStates, upsertJobStates } from './jobs.sql.ts'

/**
 * A run without a sign of life for this long is over: after the same time the queue gives its job to another
 * process.
 */
const SILENT_MS = 2 * 60_000

/** A stored run. */
export type RunState = Omit<StoredRun, 'seenAt' | 'startedAt' | 'endedAt'> & {
  startedAt: Date
  endedAt: Date | null
}

/** A job's state, for the page and the metrics. */
export interface JobState extends JobFacts {
  name: ScheduleName
  standing: JobStanding
  /** Null while it is paused. */
  nextAt: Date | null
  pausedBy: string | null
  lateAt: Date | null
  trouble: JobTrouble | null
  troubleAt: Date | null
  /** The last runs, newest first, including one in progress. */
  runs: RunState[]
}

/** A job that a process has; `at` as in JobTimes, if it differs between installations. */
export interface Registered {
  name: ScheduleName
  at?: number
}

/** When a job is due in this installation. */
export function timesOf({ name, at }: Registered): JobTimes {
  return at === undefined ? JOB_TIMES[name] : { ...JOB_TIMES[name], at }
}

/** Stores which jobs a process has. Called when the queues open, and regularly while they are open. */
export async function registerStates(
  { pool }: Pick<Database, 'pool'>,
  jobs: readonly Registered[],
  at: Date,
): Promise<void> {
  await upsertJobStates(pool, [
    jobs.map(({ name }) => name),
    jobs.map(({ at: minute }) => minute ?? null),
    at,
  ])
}

type StateRow = RowOf<typeof selectJobStates>

/**
 * This installation's jobs at `now`, in the order of JOB_TIMES, with their last `runs` runs. Jobs that only a
 * newer release has are left to that one.
 */
export async function jobStates(db: Db, now: Date, runs = 1): Promise<JobState[]> {
  const order = Object.keys(JOB_TEXT)
  const { rows } = await selectJobStates(db, [runs, order])
  return rows
    .map((row) => stateOf(row, now))
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}

function stateOf({ runs, dueMinute, ...row }: StateRow, now: Date): JobState {
  const [last] = runs
  const facts = {
    ...row,
    times: timesOf({ name: row.name, at: dueMinute ?? undefined }),
    isDuty: JOB_TEXT[row.name].isDuty,
    isRunning: last?.endedAt === null && now.getTime() - new Date(last.seenAt).getTime() < SILENT_MS,
    lastStartedAt: last ? new Date(last.startedAt) : null,
  }
  return {
    ...facts,
    standing: jobStanding(facts, now),
    nextAt: row.pausedAt ? null : isJobLate(facts, now) ? now : nextDue(facts.times, now),
    runs: runs.map(({ seenAt: _, ...run }) => ({
      ...run,
      startedAt: new Date(run.startedAt),
      endedAt: run.endedAt === null ? null : new Date(run.endedAt),
    })),
  }
}
