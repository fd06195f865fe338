import type { JobStanding, JobTrouble, RunResult, ScheduleName } from '#contract/job-names.ts'
import { isLate, type JobFacts, standingOf } from '#domain/jobs/job-standing.ts'
import { JOB_TIMES, type JobTimes, nextDue } from '#domain/jobs/job-times.ts'
import { JOB_WORDS } from '#domain/jobs/job-words.ts'
import type { Database, Db } from '#server/platform/database/database.ts'

/** A run that has not shown a sign of life for this long is over: the queue gives its job away after the same time. */
const SILENT_MS = 2 * 60_000
/** A job that no process has said it has for this long, before the last that did, belongs to a former configuration. */
const GONE = "interval '1 hour'"

/** A run as it is kept. */
export interface RunState {
  id: number
  startedAt: Date
  endedAt: Date | null
  result: RunResult | null
  counts: Record<string, number>
  failed: number
  error: string | null
  backlog: number | null
  askedBy: string | null
}

/** A job as it stands: what the page shows and the metrics are made of. */
export interface JobState extends JobFacts {
  name: ScheduleName
  standing: JobStanding
  /** Null while it is paused. */
  nextAt: Date | null
  pausedBy: string | null
  lateAt: Date | null
  trouble: JobTrouble | null
  troubleAt: Date | null
  /** The last runs, newest first; the one under way among them. */
  runs: RunState[]
}

/** A job that a process has; `at` as in JobTimes, where it differs from one installation to the next. */
export interface Registered {
  name: ScheduleName
  at?: number
}

/** When a job is due in this installation. */
export function timesOf({ name, at }: Registered): JobTimes {
  return at === undefined ? JOB_TIMES[name] : { ...JOB_TIMES[name], at }
}

/** Notes which jobs a process has. Called when the queues open, and as long as they are. */
export async function registerStates(
  { pool }: Pick<Database, 'pool'>,
  jobs: readonly Registered[],
  at: Date,
): Promise<void> {
  await pool.query(
    `insert into job_states (name, due_minute, since, registered_at)
     select name, minute, $3, $3 from unnest($1::text[], $2::int[]) as job (name, minute)
     on conflict (name) do update set registered_at = excluded.registered_at, due_minute = excluded.due_minute`,
    [jobs.map(({ name }) => name), jobs.map(({ at: minute }) => minute ?? null), at],
  )
}

const STATES = `
  select s.name, s.due_minute as "dueMinute", s.since, s.paused_at as "pausedAt", p.name as "pausedBy", s.lates, s.late_at as "lateAt",
    s.trouble, s.trouble_at as "troubleAt", r.runs, f.failures
  from job_states s left join users p on p.id = s.paused_by
  cross join lateral (
    select coalesce(json_agg(json_build_object('id', r.id, 'startedAt', r.started_at, 'endedAt', r.ended_at,
      'seenAt', r.seen_at, 'result', r.result, 'counts', r.counts, 'failed', r.failed, 'error', r.error,
      'backlog', r.backlog, 'askedBy', coalesce(a.name, a.email)) order by r.id desc), '[]') as runs
    from (select * from job_runs r where r.name = s.name order by r.id desc limit $1) r
    left join users a on a.id = r.asked_by
  ) r
  cross join lateral (
    select count(*)::int as failures from job_runs r
    where r.name = s.name and r.result in ('failed', 'broken') and r.id > coalesce(
      (select max(d.id) from job_runs d where d.name = s.name and d.result = 'done'), 0)
  ) f
  where s.name = any($2) and s.registered_at > (select max(registered_at) - ${GONE} from job_states)`

interface StateRow extends Pick<JobState, 'name' | 'since' | 'pausedAt' | 'pausedBy' | 'lates' | 'lateAt'> {
  trouble: JobTrouble | null
  troubleAt: Date | null
  failures: number
  dueMinute: number | null
  runs: (Omit<RunState, 'startedAt' | 'endedAt'> & {
    startedAt: string
    endedAt: string | null
    seenAt: string
  })[]
}

/**
 * Every job of this installation as it stands at `now`, in the order of JOB_TIMES; with its last `runs` runs. A job that only a
 * newer release has is looked after by that one.
 */
export async function jobStates(db: Db, now: Date, runs = 1): Promise<JobState[]> {
  const order = Object.keys(JOB_WORDS)
  const { rows } = await db.$client.query<StateRow>(STATES, [runs, order])
  return rows
    .map((row) => stateOf(row, now))
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}

function stateOf({ runs, dueMinute, ...row }: StateRow, now: Date): JobState {
  const [last] = runs
  const facts = {
    ...row,
    times: timesOf({ name: row.name, at: dueMinute ?? undefined }),
    isDuty: JOB_WORDS[row.name].isDuty,
    isRunning: last?.endedAt === null && now.getTime() - new Date(last.seenAt).getTime() < SILENT_MS,
    lastStartedAt: last ? new Date(last.startedAt) : null,
  }
  return {
    ...facts,
    standing: standingOf(facts, now),
    nextAt: row.pausedAt ? null : isLate(facts, now) ? now : nextDue(facts.times, now),
    runs: runs.map(({ seenAt: _, ...run }) => ({
      ...run,
      startedAt: new Date(run.startedAt),
      endedAt: run.endedAt === null ? null : new Date(run.endedAt),
    })),
  }
}
