import type { DeadLetterJob } from '#contract/operations/job-names.ts'
import { type Unwelcome, whyUnwelcome } from '#server/model/mail/mail.sql.ts'
import { as, statement } from '#server/platform/database/statement.ts'

const LETTER = 'id, job, data, mail_id as "mailId"'

/** Rows per transaction. */
export const LETTERS_AT_ONCE = 100

export const selectLetters = statement({
  text: `select d.id, d.failed_at::text as sort_key, d.job, d.data, d.failed_at as "failedAt", d.tries, d.error, m.kind,
       d.mail_id as "mailId",
       coalesce(m.user_id, c.user_id, e.user_id) as "userId"
     from dead_letters d left join mails m on m.id = d.mail_id
     left join cases c on c.id = (d.data->>'caseId')::bigint
     left join data_exports e on e.id::text = d.data->>'exportId'
     where d.job = any($1)
       and ($2::timestamptz is null or (d.failed_at, d.id) < ($2::timestamptz, $3::bigint))
     order by d.failed_at desc, d.id desc limit $4`,
  takes: ['text[]', 'timestamptz?', 'int8?', 'int8'],
  gives: {
    id: 'int8',
    sort_key: 'text',
    job: as<DeadLetterJob>('text'),
    data: as<Record<string, unknown>>('jsonb'),
    failedAt: 'timestamptz',
    tries: 'int4',
    error: 'text?',
    kind: 'text?',
    mailId: 'int8?',
    userId: 'int8?',
  },
})

export const deleteLetters = statement({
  text: 'delete from dead_letters where id = any($1)',
  takes: ['int8[]'],
})

export const deleteLetter = statement({
  text: `delete from dead_letters where id = $1 returning ${LETTER}`,
  takes: ['int8'],
  gives: {
    id: 'int8',
    job: as<DeadLetterJob>('text'),
    data: as<Record<string, unknown>>('jsonb'),
    mailId: 'int8?',
  },
})

export const lockLettersOfJob = statement({
  text: `select ${LETTER} from dead_letters where job = $1 and id > $2 order by id limit ${LETTERS_AT_ONCE} for update skip locked`,
  takes: ['text', 'int8'],
  gives: {
    id: 'int8',
    job: as<DeadLetterJob>('text'),
    data: as<Record<string, unknown>>('jsonb'),
    mailId: 'int8?',
  },
})

export const selectRunningTrial = statement({
  text: 'select from screening_trials where ended_at is null',
})

export const selectAskedMails = statement({
  text: `select m.id, m.kind, m.to_address as "to", m.html = '' as "isEmpty", o.email,
       o.email_confirmed_at as "emailConfirmedAt", o.former_email as "formerEmail",
       ${whyUnwelcome('m.to_address')} as unwelcome
     from mails m left join users o on o.id = m.user_id where m.id = any($1)`,
  takes: ['int8[]'],
  gives: {
    id: 'int8',
    kind: 'text',
    to: 'text',
    isEmpty: 'bool',
    email: 'text?',
    emailConfirmedAt: 'timestamptz?',
    formerEmail: 'text?',
    unwelcome: as<Unwelcome>('text?'),
  },
})

export const lockJobState = statement({
  text: 'select paused_at is not null as "isPaused" from job_states where name = $1 for update',
  takes: ['text'],
  gives: { isPaused: 'bool' },
})

export const pauseJob = statement({
  text: 'update job_states set paused_at = $2, paused_by = $3 where name = $1',
  takes: ['text', 'timestamptz', 'int8'],
})

export const resumeJob = statement({
  text: 'update job_states set paused_at = null, paused_by = null, since = $2 where name = $1',
  takes: ['text', 'timestamptz'],
})

export const tryWatchLock = statement({
  text: "select pg_try_advisory_xact_lock(hashtext('watch-jobs')) as mine",
  gives: { mine: 'bool' },
})

export const updateLates = statement({
  text: 'update job_states set lates = $2, late_at = $3 where name = $1',
  takes: ['text', 'int4', 'timestamptz?'],
})

export const updateTrouble = statement({
  text: 'update job_states set trouble = $2, trouble_at = $3 where name = $1',
  takes: ['text', 'text?', 'timestamptz?'],
})
