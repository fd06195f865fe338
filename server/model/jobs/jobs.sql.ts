import type { DeadLetterJob, JobTrouble, RunResult, ScheduleName } from '#contract/operations/job-names.ts'
import { as, statement } from '#server/platform/database/statement.ts'

/** Where pg-boss copies a job after its last attempt, also if its process died in it. */
export const DEAD_LETTERS = 'dead-letters'

/**
 * A job that no process has registered for this long before the last registration belongs to a former
 * configuration. Every process registers its own each half a minute, and a job is late only after three minutes, so
 * no one is told that one of these is.
 */
const GONE = "interval '2 minutes'"

export const insertDeadLetters = statement({
  text: `with gone as (delete from pgboss.job where name = '${DEAD_LETTERS}' returning *)
     insert into dead_letters (job, key, data, failed_at, tries, error)
     select source_name, coalesce(singleton_key, data::text) as key,
       (array_agg(data - 'traceparent' order by created_on desc))[1], max(created_on), sum(source_retry_count + 1),
       (array_agg(coalesce(source_output->>'message', case when source_output#>>'{value,message}' is not null
         then 'It took too long, or its process stopped' end) order by created_on desc))[1]
     from gone where source_name is not null group by source_name, key order by source_name, key
     on conflict (job, key) do update set data = excluded.data, failed_at = excluded.failed_at,
       tries = dead_letters.tries + excluded.tries, error = excluded.error`,
})

export const deleteDeadLetter = statement({
  text: 'delete from dead_letters where job = $1 and key = $2',
  takes: ['text', 'text'],
})

export const upsertDeadMail = statement({
  text: `insert into dead_letters (job, key, data, mail_id, failed_at, tries, error)
     values ('send-mails', $1, jsonb_build_object('mailId', $2::bigint), $2, $3, $4, $5)
     on conflict (job, key) do update set failed_at = excluded.failed_at, tries = excluded.tries, error = excluded.error`,
  takes: ['text', 'int8', 'timestamptz', 'int4', 'text?'],
})

export const countLettersByJob = statement({
  text: `select job, count from unnest($1::text[]) as job cross join lateral (
       select count(*)::int from (select from dead_letters d where d.job = job.job limit $2) counted
     ) c where count > 0`,
  takes: ['text[]', 'int8'],
  gives: { job: as<DeadLetterJob>('text'), count: 'int4' },
})

export const lockStateOfJob = statement({
  text: 'select paused_at as "pausedAt" from job_states where name = $1 for update',
  takes: ['text'],
  gives: { pausedAt: 'timestamptz?' },
})

export const endBrokenRuns = statement({
  text: `update job_runs set ended_at = $2, result = 'broken', error = 'The process that did it died in the middle'
       where name = $1 and ended_at is null`,
  takes: ['text', 'timestamptz'],
})

export const insertRun = statement({
  text: `with former as (
         select cursor from (select * from job_runs where name = $1 order by id desc limit 1) last
         where result <> 'done' and seen_at > $4
       )
       insert into job_runs (name, started_at, seen_at, counts, asked_by, backlog, cursor)
       values ($1, $2, $2, '{}', $3, $5, coalesce((select cursor from former), '{}'))
       returning id, cursor`,
  takes: ['text', 'timestamptz', 'int8?', 'timestamptz', 'int8?'],
  gives: { id: 'int8', cursor: as<Record<string, string>>('jsonb!') },
})

export const endRun = statement({
  text: `update job_runs set ended_at = $2, seen_at = $2, result = $3, error = $4, failed = $5, counts = $6,
         backlog = coalesce($7, backlog), cursor = $8
       where id = $1 and ended_at is null`,
  takes: ['int8', 'timestamptz', 'text', 'text?', 'int4', 'jsonb', 'int8?', 'jsonb?'],
})

export const updateProgress = statement({
  text: `update job_runs r set cursor = $2, counts = $3, failed = $4, seen_at = $5
         where id = $1 and ended_at is null
         returning exists (select from job_states s where s.name = r.name and s.paused_at is not null) as "isPaused"`,
  takes: ['int8', 'jsonb', 'jsonb', 'int4', 'timestamptz'],
  gives: { isPaused: 'bool' },
})

export const updateSeenAt = statement({
  text: 'update job_runs set seen_at = $2 where id = $1 and ended_at is null',
  takes: ['int8', 'timestamptz'],
})

export const upsertJobStates = statement({
  text: `insert into job_states (name, due_minute, since, registered_at)
     select name, minute, $3, $3 from unnest($1::text[], $2::int[]) as job (name, minute)
     on conflict (name) do update set registered_at = excluded.registered_at, due_minute = excluded.due_minute`,
  takes: ['text[]', 'int4[]', 'timestamptz'],
})

/** Those of these schedules that no process has any more. */
export const selectGoneSchedules = statement({
  text: `select name from job_states
     where name = any($1) and registered_at <= (select max(registered_at) - ${GONE} from job_states)`,
  takes: ['text[]'],
  gives: { name: as<ScheduleName>('text') },
})

/** A run in JSON, where dates are texts. */
export interface StoredRun {
  id: number
  startedAt: string
  endedAt: string | null
  seenAt: string
  result: RunResult | null
  counts: Record<string, number>
  failed: number
  error: string | null
  backlog: number | null
  askedBy: string | null
}

export const selectJobStates = statement({
  text: `
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
  where s.name = any($2) and s.registered_at > (select max(registered_at) - ${GONE} from job_states)`,
  takes: ['int8', 'text[]'],
  gives: {
    name: as<ScheduleName>('text'),
    dueMinute: 'int4?',
    since: 'timestamptz',
    pausedAt: 'timestamptz?',
    pausedBy: 'text?',
    lates: 'int4',
    lateAt: 'timestamptz?',
    trouble: as<JobTrouble>('text?'),
    troubleAt: 'timestamptz?',
    runs: as<StoredRun[]>('json'),
    failures: 'int4',
  },
})

export const selectWhetherBossMissing = statement({
  text: `select to_regnamespace('pgboss') is null as missing`,
  gives: { missing: 'bool' },
})
