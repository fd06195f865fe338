import { DeadLetterJob } from '#contract/operations/job-names.ts'
import { COUNTED_LETTERS } from '#domain/jobs/dead-letter-text.ts'
import type { Db } from '#server/platform/database/database.ts'
import { countLettersByJob, deleteDeadLetter, insertDeadLetters, upsertDeadMail } from './jobs.sql.ts'

const ERROR_CHARS = 300

/** Stored work that waits for a person. */
export interface StoredDeadLetter {
  id: number
  job: DeadLetterJob
  data: Record<string, unknown>
  mailId: number | null
}

/** Records jobs that the queues have given up; the same work is one letter, however often it fails. */
export async function fileDeadLetters(db: Db): Promise<void> {
  await insertDeadLetters(db)
}

/** Removes work from the list that was done after all. */
export async function isNoLongerDead(db: Db, job: DeadLetterJob, key: string | null): Promise<void> {
  if (key !== null) await deleteDeadLetter(db, [job, key])
}

/** Records an email that was given up, in the transaction that gives it up. */
export async function fileDeadMail(
  tx: Db,
  { id, attempts, lastError }: { id: number; attempts: number; lastError: string | null },
  at: Date,
): Promise<void> {
  await upsertDeadMail(tx, [String(id), id, at, attempts, lastError && withoutAddresses(lastError)])
}

/** The number of letters of each job that has any, counted up to COUNTED_LETTERS. */
export async function countDeadLetters(db: Db): Promise<{ job: DeadLetterJob; count: number }[]> {
  const { rows } = await countLettersByJob(db, [DeadLetterJob.options, COUNTED_LETTERS])
  return rows
}

/** A mail server may quote the address it refuses. */
function withoutAddresses(error: string): string {
  return error.replace(/[^\s<>@"]+@[^\s<>@"]+/g, 'the address').slice(0, ERROR_CHARS)
}
