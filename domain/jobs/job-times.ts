import type { ScheduleName } from '#contract/operations/job-names.ts'

const MINUTE_MS = 60_000
const HOUR = 60
const DAY = 24 * HOUR

/** A job's schedule: every `every` minutes, `at` minutes into each such period of UTC. */
export interface JobTimes {
  every: number
  at: number
}

const everyMinutes = (every: number): JobTimes => ({ every, at: 0 })
const hourlyAt = (minute: number): JobTimes => ({ every: HOUR, at: minute })
const dailyAt = (hour: number, minute: number): JobTimes => ({ every: DAY, at: hour * HOUR + minute })

/** When each job is due. Reminders are sent in the morning, when people can act on them. */
export const JOB_TIMES: Readonly<Record<ScheduleName, JobTimes>> = {
  'sweep-mails': everyMinutes(1),
  'sweep-stripe-events': everyMinutes(1),
  'sweep-files': everyMinutes(5),
  'note-lapsed-claims': everyMinutes(5),
  'fold-figures': everyMinutes(5),
  'screen-cases': everyMinutes(5),
  'import-lists': everyMinutes(10),
  'sweep-exports': everyMinutes(10),
  'open-month': hourlyAt(1),
  'checkpoint-ledger': hourlyAt(3),
  'sweep-lapsed': hourlyAt(17),
  'remove-unclaimed': hourlyAt(47),
  // At a minute that differs per installation, set where the job is registered.
  'fetch-lists': hourlyAt(0),
  'copy-all-invoices': dailyAt(2, 23),
  'apply-retention': dailyAt(3, 37),
  'rewrap-keys': dailyAt(2, 41),
  'keep-records': dailyAt(4, 7),
  'keep-statements': dailyAt(6, 10),
  'keep-verifications': dailyAt(6, 25),
  'remind-reviewers': dailyAt(7, 5),
  'remind-invoices': dailyAt(7, 15),
  'nudge-drafts': dailyAt(8, 20),
  'remind-visitors': dailyAt(8, 35),
}

/** Returns the schedule as a cron expression in UTC. */
export function cronOf({ every, at }: JobTimes): string {
  if (every === DAY) return `${at % HOUR} ${Math.floor(at / HOUR)} * * *`
  if (every === HOUR) return `${at} * * * *`
  return every === 1 ? '* * * * *' : `*/${every} * * * *`
}

/** Returns the last time a job was due, `now` included. */
export function lastDue({ every, at }: JobTimes, now: Date): Date {
  const [period, offset] = [every * MINUTE_MS, at * MINUTE_MS]
  return new Date(Math.floor((now.getTime() - offset) / period) * period + offset)
}

/** Returns the next time a job is due, after `now`. */
export function nextDue(times: JobTimes, now: Date): Date {
  return new Date(lastDue(times, now).getTime() + times.every * MINUTE_MS)
}
