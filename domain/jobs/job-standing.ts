import type { JobStanding, JobTrouble } from '#contract/operations/job-names.ts'
import { type JobTimes, lastDue } from './job-times.ts'

/**
 * A job that has not started this long after it was due is late; this allows for polled queues and a process that is
 * starting.
 */
export const LATE_AFTER_MS = 3 * 60_000
/** Failures in a row, or times late, after which a mail is sent. */
export const TOLD_AFTER = 2
/** A job required by law that is paused for longer than this is also reported by mail. */
export const PAUSED_DUTY_MS = 24 * 3_600_000

/** What is known about a job. */
export interface JobFacts {
  times: JobTimes
  /** Whether the law requires what it does. */
  isDuty: boolean
  /** Since when it is expected to run: since it was installed, or resumed. */
  since: Date
  pausedAt: Date | null
  isRunning: boolean
  lastStartedAt: Date | null
  /** How many of its last runs failed in a row. */
  failures: number
  /** How many times in a row it was found late. */
  lates: number
}

/** Whether it is past its due time, has not started and is not paused. */
export function isJobLate(
  { times, since, pausedAt, isRunning, lastStartedAt }: JobFacts,
  now: Date,
): boolean {
  if (pausedAt || isRunning) return false
  const due = lastDue(times, new Date(now.getTime() - LATE_AFTER_MS))
  return since < due && (lastStartedAt === null || lastStartedAt < due)
}

/**
 * Returns how many times in a row a job was late, counted once per `LATE_AFTER_MS`, because a late job is started
 * again.
 */
export function countLates(
  job: JobFacts & { lateAt: Date | null },
  now: Date,
): { lates: number; lateAt: Date | null } {
  if (!isJobLate(job, now)) return { lates: 0, lateAt: null }
  const { lates, lateAt } = job
  if (lateAt && now.getTime() - lateAt.getTime() < LATE_AFTER_MS) return { lates, lateAt }
  return { lates: lates + 1, lateAt: now }
}

/** Returns what super admins have to be told; null if the job works, or if a person paused it. */
export function troubleOf(job: JobFacts, now: Date): JobTrouble | null {
  if (job.pausedAt)
    return job.isDuty && now.getTime() - job.pausedAt.getTime() >= PAUSED_DUTY_MS ? 'paused' : null
  if (job.failures >= TOLD_AFTER) return 'failing'
  return job.lates >= TOLD_AFTER ? 'late' : null
}

/** Returns a job's standing. */
export function jobStanding(job: JobFacts, now: Date): JobStanding {
  if (job.pausedAt) return 'paused'
  if (job.failures > 0) return 'failing'
  if (job.isRunning) return 'running'
  if (isJobLate(job, now)) return 'late'
  return job.lastStartedAt ? 'fine' : 'waiting'
}
