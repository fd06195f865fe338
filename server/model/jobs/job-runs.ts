import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { RunResult, ScheduleName } from '#contract/operations/job-names.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Counts, type JobProgress, RunStopped } from '#server/platform/jobs/in-batches.ts'
import { endBrokenRuns, endRun, insertRun, lockStateOfJob, updateProgress, updateSeenAt } from './jobs.sql.ts'
import type { JobContext, ScheduleHandler, ScheduleOptions } from './jobs.ts'

/**
 * How long an interrupted run's progress counts. After that everything is checked again; finished rows aren't
 * due any more.
 */
const RESUME_WITHIN_MS = 3_600_000
const ERROR_CHARS = 300

/** A run in progress, stored in its row; it ends once. */
export interface JobRun extends JobProgress {
  /** Shows that its process is alive. */
  beat(): Promise<void>
  /** Records that the run has finished, with what is still due; returns whether everything could be processed. */
  finish(at: Date, backlog: number | null): Promise<boolean>
  /** Records why the run ended early. */
  fail(at: Date, error: unknown): Promise<void>
}

interface Beginning {
  name: ScheduleName
  at: Date
  askedBy: number | null
  log: FastifyBaseLogger
  signal: AbortSignal
  now: () => Date
  countDue: () => Promise<number | null>
}

/**
 * Begins a job's run; the one place that writes `job_runs`. If the previous run's process died, that run is
 * closed as broken and its progress is taken over. Undefined while the job is paused.
 */
export async function beginRun(database: Database, beginning: Beginning): Promise<JobRun | undefined> {
  const { name, at, askedBy } = beginning
  const backlog = await beginning.countDue()
  const started = await database.transaction(async (tx) => {
    const { rows } = await lockStateOfJob(tx, [name])
    if (rows[0]?.pausedAt) return undefined
    await endBrokenRuns(tx, [name, at])
    const { rows: made } = await insertRun(tx, [
      name,
      at,
      askedBy,
      new Date(at.getTime() - RESUME_WITHIN_MS),
      backlog,
    ])
    return made[0]
  })
  return started && runOf(database, beginning, started)
}

function runOf(
  { pool }: Database,
  { log, signal, now }: Beginning,
  { id, cursor }: { id: string; cursor: Record<string, string> },
): JobRun {
  const counts: Counts = {}
  const places = { ...cursor }
  let failures = 0
  let firstFailure: unknown

  async function end(at: Date, result: RunResult, ended: { error?: string; backlog?: number | null }) {
    await endRun(pool, [
      id,
      at,
      result,
      ended.error ?? null,
      failures,
      JSON.stringify(counts),
      ended.backlog ?? null,
      ended.backlog === undefined ? JSON.stringify(places) : null,
    ])
  }

  return {
    log,
    signal,
    placeOf: (step) => places[step] || undefined,
    async reached(step, place, done) {
      places[step] = place
      for (const [what, number] of Object.entries(done)) counts[what] = (counts[what] ?? 0) + number
      const { rows } = await updateProgress(pool, [
        id,
        JSON.stringify(places),
        JSON.stringify(counts),
        failures,
        now(),
      ])
      if (!rows[0]) throw new RunStopped('Another run has taken over')
      if (rows[0].isPaused) throw new RunStopped('The job was paused')
      if (signal.aborted) throw new RunStopped('The process stops')
    },
    async beat() {
      await updateSeenAt(pool, [id, now()])
    },
    failed(error) {
      failures++
      firstFailure ??= error
    },
    async finish(at, backlog) {
      const error = failures
        ? `${failures === 1 ? '1 item' : `${failures} items`} could not be processed. ${plainReason(firstFailure)}`
        : undefined
      await end(at, failures ? 'failed' : 'done', { error, backlog })
      return failures === 0
    },
    async fail(at, error) {
      const isStopped = error instanceof RunStopped
      await end(at, isStopped ? 'stopped' : 'failed', { error: plainReason(error) })
    },
  }
}

/** Why something failed, without a query's values, which may be personal data (security R60). */
export function plainReason(error: unknown): string {
  for (let e = error; e instanceof Error; e = e.cause)
    if (e instanceof pg.DatabaseError && e.code?.startsWith('22'))
      return `The database refused a value (${e.code})`
  let reason = error
  while (reason instanceof Error && reason.message.startsWith('Failed query') && reason.cause)
    reason = reason.cause
  const text = reason instanceof Error ? reason.message : 'The reason is not known'
  return text.startsWith('Failed query') ? 'A query failed' : text.slice(0, ERROR_CHARS)
}

const BEAT_MS = 30_000

/** A scheduled job. */
export interface Schedule extends ScheduleOptions {
  name: ScheduleName
  handler: ScheduleHandler
}

/**
 * Runs a schedule once and records the result; does nothing while it is paused. Throws what the handler throws,
 * and if some rows couldn't be processed, so that the queue repeats it; but not if it was paused in the middle.
 */
export async function runSchedule(
  database: Database,
  { name, handler, countDue }: Schedule,
  context: JobContext,
  askedBy: number | null,
): Promise<void> {
  const { log, signal, now } = context
  // A failed count mustn't keep a job from its work.
  const count = async () =>
    countDue?.().catch((error: unknown) => {
      log.warn({ err: error }, 'What is due could not be counted')
      return null
    }) ?? null
  const run = await beginRun(database, { name, at: now(), askedBy, log, signal, now, countDue: count })
  if (!run) return
  // A missed beat is made up for by the next.
  const beating = setInterval(() => void run.beat().catch(() => {}), BEAT_MS).unref()
  let isWhole: boolean
  try {
    const counts = await handler({ ...context, progress: run })
    if (counts) await run.reached('whole', 'end', counts)
    isWhole = await run.finish(now(), await count())
  } catch (error) {
    await run.fail(now(), error)
    if (error instanceof RunStopped && !signal.aborted) return
    throw error
  } finally {
    clearInterval(beating)
  }
  if (!isWhole) throw new Error('Some could not be processed; the run says how many')
}
