import { DeadLetterJob } from '#contract/job-names.ts'
import { COUNTED_LETTERS } from '#domain/jobs/dead-letter-words.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Where pg-boss puts a copy of a job that has used up its tries, also where its process died in the last one. */
export const DEAD_LETTERS = 'dead-letters'
const ERROR_CHARS = 300

/** Work that waits for a person, as it is kept. */
export interface DeadLetter {
  id: number
  job: DeadLetterJob
  data: Record<string, unknown>
  mailId: number | null
}

/** Writes down what the queues have given up; the same work is one letter, however often it fails. */
export async function fileDeadLetters(db: Db): Promise<void> {
  await db.$client.query(
    `with gone as (delete from pgboss.job where name = '${DEAD_LETTERS}' returning *)
     insert into dead_letters (job, key, data, failed_at, tries, error)
     select source_name, coalesce(singleton_key, data::text) as key,
       (array_agg(data - 'traceparent' order by created_on desc))[1], max(created_on), sum(source_retry_count + 1),
       (array_agg(coalesce(source_output->>'message', case when source_output#>>'{value,message}' is not null
         then 'It took too long, or its process stopped' end) order by created_on desc))[1]
     from gone where source_name is not null group by source_name, key order by source_name, key
     on conflict (job, key) do update set data = excluded.data, failed_at = excluded.failed_at,
       tries = dead_letters.tries + excluded.tries, error = excluded.error`,
  )
}

/** Takes work off the list that was done after all. */
export async function isNoLongerDead(db: Db, job: DeadLetterJob, key: string | null): Promise<void> {
  if (key !== null) await db.$client.query('delete from dead_letters where job = $1 and key = $2', [job, key])
}

/** Writes down a mail that was given up, in the transaction that gives it up. */
export async function fileDeadMail(
  tx: Db,
  { id, attempts, lastError }: { id: number; attempts: number; lastError: string | null },
  at: Date,
): Promise<void> {
  await tx.$client.query(
    `insert into dead_letters (job, key, data, mail_id, failed_at, tries, error)
     values ('send-mails', $1, jsonb_build_object('mailId', $2::bigint), $2, $3, $4, $5)
     on conflict (job, key) do update set failed_at = excluded.failed_at, tries = excluded.tries, error = excluded.error`,
    [String(id), id, at, attempts, lastError && withoutAddresses(lastError)],
  )
}

/** How many there are of each job that has any, up to COUNTED_LETTERS. */
export async function countDeadLetters(db: Db): Promise<{ job: DeadLetterJob; count: number }[]> {
  const { rows } = await db.$client.query<{ job: DeadLetterJob; count: number }>(
    `select job, count from unnest($1::text[]) as job cross join lateral (
       select count(*)::int from (select from dead_letters d where d.job = job.job limit $2) counted
     ) c where count > 0`,
    [DeadLetterJob.options, COUNTED_LETTERS],
  )
  return rows
}

/** What a mail server says may quote the address it refuses. */
function withoutAddresses(error: string): string {
  return error.replace(/[^\s<>@"]+@[^\s<>@"]+/g, 'the address').slice(0, ERROR_CHARS)
}
