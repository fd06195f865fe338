import type { JobStanding, JobTrouble } from '#contract/operations/job-names.ts'
import { type JobTimes, lastDue } from './job-times.ts'

/** A job that has not started this long after it was due is late: queues are polled, and a process may be starting. */
export const LATE_AFTER_MS = 3 * 60_000
/** This many failures in a row, or times late, are told by mail. */
export const TOLD_AFTER = 2
/** A job that the law asks for and that is paused for longer than this is told by mail, too. */
export const PAUSED_DUTY_MS = 24 * 3_600_000

/** What is known of a job. */
export interface JobFacts {
  times: JobTimes
  /** Whether the law asks for what it does. */
  isDuty: boolean
  /** Since when it is expected to run: since this installation has it, or it was resumed. */
  since: Date
  pausedAt: Date | null
  isRunning: boolean
  lastStartedAt: Date | null
  /** How many of its last runs failed in a row. */
  failures: number
  /** How often in a row it was found late. */
  lates: number
}

/** Whether its due time has passed and it has not started, without being paused. */
export function isJobLate(
  { times, since, pausedAt, isRunning, lastStartedAt }: JobFacts,
  now: Date,
): boolean {
  if (pausedAt || isRunning) return false
  const due = lastDue(times, new Date(now.getTime() - LATE_AFTER_MS))
  return since < due && (lastStartedAt === null || lastStartedAt < due)
}

/** How often in a row a job was late, counted once in `LATE_AFTER_MS`, because it is started again when it is found late. */
export function countLates(
  job: JobFacts & { lateAt: Date | null },
  now: Date,
): { lates: number; lateAt: Date | null } {
  if (!isJobLate(job, now)) return { lates: 0, lateAt: null }
  const { lates, lateAt } = job
  if (lateAt && now.getTime() - lateAt.getTime() < LATE_AFTER_MS) return { lates, lateAt }
  return { lates: lates + 1, lateAt: now }
}

/** What super admins have to be told of; null where a job does what it should, or a person has paused it. */
export function troubleOf(job: JobFacts, now: Date): JobTrouble | null {
  if (job.pausedAt)
    return job.isDuty && now.getTime() - job.pausedAt.getTime() >= PAUSED_DUTY_MS ? 'paused' : null
  if (job.failures >= TOLD_AFTER) return 'failing'
  return job.lates >= TOLD_AFTER ? 'late' : null
}

/** How a job stands, in one word. */
export function jobStanding(job: JobFacts, now: Date): JobStanding {
  if (job.pausedAt) return 'paused'
  if (job.failures > 0) return 'failing'
  if (job.isRunning) return 'running'
  if (isJobLate(job, now)) return 'late'
  return job.lastStartedAt ? 'fine' : 'waiting'
}
