import type { ScheduleName } from '#contract/operations/job-names.ts'
import type { Database } from '#server/platform/database/database.ts'
import { RunStopped } from '#server/platform/jobs/progress.ts'
import { beginRun } from './job-runs.ts'
import type { JobContext, ScheduleHandler, ScheduleOptions } from './jobs.ts'

const BEAT_MS = 30_000

/** A job that the clock starts. */
export interface Schedule extends ScheduleOptions {
  name: ScheduleName
  handler: ScheduleHandler
}

/**
 * Runs a schedule once and keeps how it went; does nothing while it is paused. Throws what the handler throws, and where
 * some could not be processed, so that the queue repeats it; but not where it was paused in the middle.
 */
export async function runSchedule(
  database: Database,
  { name, handler, countDue }: Schedule,
  context: JobContext,
  askedBy: number | null,
): Promise<void> {
  const { log, signal, now } = context
  // What only counts keeps no job from its work.
  const count = async () =>
    countDue?.().catch((error: unknown) => {
      log.warn({ err: error }, 'What is due could not be counted')
      return null
    }) ?? null
  const run = await beginRun(database, { name, at: now(), askedBy, log, signal, now, countDue: count })
  if (!run) return
  // One that is missed is made up for by the next.
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
