import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DeadLetterJob, RunResult, ScheduleName } from '#contract/operations/job-names.ts'
import { moment, rowId, wholeNumber } from '#server/platform/database/columns.ts'
import { mails } from './mails.ts'

/** What is stored about each scheduled job, besides its runs. */
export const jobStates = pgTable('job_states', {
  name: text().$type<ScheduleName>().primaryKey(),
  /** Since when it is expected to run: since this installation has it, or it was resumed. */
  since: moment('since').notNull(),
  /** When a process last registered this job. */
  registeredAt: moment('registered_at').notNull(),
  /** The minute of its period at which it is due here; null if that is the same everywhere. */
  dueMinute: integer('due_minute'),
  /** While this is set no process runs it. */
  pausedAt: moment('paused_at'),
  pausedBy: wholeNumber('paused_by'),
  /** How often in a row it was late, and when last. */
  lates: integer().notNull().default(0),
  lateAt: moment('late_at'),
  /** What super admins were told about, until they are told that it is over. */
  trouble: text(),
  troubleAt: moment('trouble_at'),
})

/** Every run of such a job. Written by `job-runs.ts` only. */
export const jobRuns = pgTable(
  'job_runs',
  {
    id: rowId(),
    name: text().$type<ScheduleName>().notNull(),
    startedAt: moment('started_at').notNull(),
    /** When it last showed that it is alive. */
    seenAt: moment('seen_at').notNull(),
    endedAt: moment('ended_at'),
    /** Null while it runs. */
    result: text().$type<RunResult>(),
    counts: jsonb().$type<Record<string, number>>().notNull(),
    /** How many rows couldn't be processed; the others were. */
    failed: integer().notNull().default(0),
    error: text(),
    /** What was still due at its end, or at its start if it hasn't ended; null if no one counts it. */
    backlog: wholeNumber('backlog'),
    /** Each step's progress; null once it is finished, so that only an interrupted run hands it on. */
    cursor: jsonb().$type<Record<string, string>>(),
    /** Who started it on the jobs page; null if the schedule did. */
    askedBy: wholeNumber('asked_by'),
  },
  (t) => [
    // A job runs once at a time, whatever the queue believes.
    uniqueIndex('job_runs_live').on(t.name).where(sql`${t.endedAt} is null`),
    index('job_runs_name').on(t.name, t.id),
    index('job_runs_ended').on(t.endedAt),
    check('job_runs_result', sql`(${t.endedAt} is null) = (${t.result} is null)`),
  ],
)
export type JobRunRow = typeof jobRuns.$inferSelect

/** Work that has used up its attempts and waits for a person: one row each, however often it has failed. */
export const deadLetters = pgTable(
  'dead_letters',
  {
    id: rowId(),
    job: text().$type<DeadLetterJob>().notNull(),
    /** Identifies the work: its job's key, or its email's number. */
    key: text().notNull(),
    /** The job's payload; ids only. */
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    mailId: wholeNumber('mail_id').references(() => mails.id, { onDelete: 'cascade' }),
    failedAt: moment('failed_at').notNull(),
    tries: integer().notNull(),
    error: text(),
  },
  (t) => [
    uniqueIndex('dead_letters_work').on(t.job, t.key),
    index('dead_letters_failed').on(t.failedAt, t.id),
    index('dead_letters_mail').on(t.mailId),
  ],
)
