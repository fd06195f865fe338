import { SENT_AT_ONCE, type DeadLetter as Shown } from '#contract/dead-letters.ts'
import type { DeadLetterJob } from '#contract/job-names.ts'
import { aboutWork } from '#domain/jobs/dead-letter-words.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  isStoredMoment,
  type Paging,
  pageOf,
  readCursor,
  sortPlace,
} from '#server/platform/database/keyset.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { countDeadLetters, type DeadLetter } from '#server/platform/jobs/dead-letters.ts'
import type { JobName, JobPayloads } from '#server/platform/jobs/job-payloads.ts'
import { urgencyOf } from '#server/platform/mail/mail-urgency.ts'
import { requeueMail } from '#server/platform/mail/outbox.ts'
import { addresseeOf } from '#server/records/mail/mail-address.ts'
import { unwelcomeAt } from '#server/records/mail/returned-mails.ts'
import { recordAct, type StaffAct } from '#server/records/staff/staff-act.ts'
import type { Services } from '#server/services.ts'

const GONE = 'Someone has already sent this again or dropped it, or it has worked since.'
/** Rows in one transaction. */
const BATCH = 100

interface Row extends Pick<DeadLetter, 'job' | 'data'> {
  id: string
  sort_key: string
  failedAt: Date
  tries: number
  error: string | null
  kind: string | null
  mailId: string | null
  userId: string | null
}

/** A page of what has stopped, the newest first. Throws VALIDATION_ERROR for a foreign cursor. */
export async function listLetters(db: Db, { limit, cursor, job }: Paging & { job?: DeadLetterJob }) {
  const place = cursor ? readCursor(cursor, isStoredMoment) : undefined
  const { rows } = await db.$client.query<Row>(
    `select d.id, d.failed_at::text as sort_key, d.job, d.data, d.failed_at as "failedAt", d.tries, d.error, m.kind,
       d.mail_id as "mailId",
       coalesce(m.user_id, c.user_id, e.user_id) as "userId"
     from dead_letters d left join mails m on m.id = d.mail_id
     left join cases c on c.id = (d.data->>'caseId')::bigint
     left join data_exports e on e.id::text = d.data->>'exportId'
     where ($1::text is null or d.job = $1)
       and ($2::timestamptz is null or (d.failed_at, d.id) < ($2::timestamptz, $3::bigint))
     order by d.failed_at desc, d.id desc limit $4`,
    [job ?? null, place?.key ?? null, place?.id ?? null, limit + 1],
  )
  const { page, nextCursor } = pageOf(rows, limit, sortPlace)
  const letters: Shown[] = []
  for (const row of page) {
    const refusal = row.mailId === null ? undefined : await whyNotMail(db, Number(row.mailId))
    letters.push({ ...present(row), refusal: refusal ?? null })
  }
  return { letters, nextCursor, counts: await countDeadLetters(db) }
}

function present({ id, job, data, kind, userId, failedAt, tries, error }: Row): Omit<Shown, 'refusal'> {
  return {
    id: Number(id),
    job,
    about: aboutWork(job, data, kind),
    userId: userId === null ? null : Number(userId),
    failedAt: failedAt.toISOString(),
    tries,
    error,
  }
}

/** Sends one again. Throws NOT_FOUND where someone was faster, and INVALID_STATE for a mail that can't be sent again. */
export async function sendLetter(services: Services, act: StaffAct, id: number): Promise<void> {
  await services.database.transaction(async (tx) => {
    const letter = await takeLetter(tx, id)
    const why = await trySending(services, tx, letter)
    if (why) throw new AppError('INVALID_STATE', why)
    await record(services, tx, act, 'dead_letter.sent_again', letter)
  })
}

/** Takes one off the list. Throws NOT_FOUND where someone was faster. */
export async function dropLetter(services: Services, act: StaffAct, id: number): Promise<void> {
  await services.database.transaction(async (tx) => {
    await record(services, tx, act, 'dead_letter.dropped', await takeLetter(tx, id))
  })
}

/**
 * Sends all of one job again that had stopped when it was asked for, in batches that are each a transaction with its event;
 * those that can't be sent again stay.
 */
export async function sendLetters(
  services: Services,
  act: StaffAct,
  job: DeadLetterJob,
): Promise<{ sent: number; left: number }> {
  const { database, now } = services
  let [sent, after, looked] = [0, 0, 0]
  for (let isEnd = false; !isEnd && looked < SENT_AT_ONCE; ) {
    await database.transaction(async (tx) => {
      const letters = await lockLetters(tx, job, after)
      const done: number[] = []
      for (const letter of letters) if (!(await trySending(services, tx, letter))) done.push(letter.id)
      await tx.$client.query('delete from dead_letters where id = any($1)', [done])
      if (done.length > 0)
        await recordAct(tx, act, {
          at: now(),
          type: 'dead_letter.sent_again',
          subject: `job:${job}`,
          after: { count: done.length },
        })
      sent += done.length
      looked += letters.length
      after = letters.at(-1)?.id ?? after
      isEnd = letters.length < BATCH
    })
  }
  const counts = await countDeadLetters(database.db)
  return { sent, left: counts.find((counted) => counted.job === job)?.count ?? 0 }
}

/** Deletes it, which is also what keeps a second one from doing anything with it. */
async function takeLetter(tx: Db, id: number): Promise<DeadLetter> {
  const { rows } = await tx.$client.query<StoredLetter>(
    `delete from dead_letters where id = $1 returning ${LETTER}`,
    [id],
  )
  if (!rows[0]) throw new AppError('NOT_FOUND', GONE)
  return letterOf(rows[0])
}

async function lockLetters(tx: Db, job: DeadLetterJob, after: number): Promise<DeadLetter[]> {
  const { rows } = await tx.$client.query<StoredLetter>(
    `select ${LETTER} from dead_letters where job = $1 and id > $2 order by id limit ${BATCH} for update skip locked`,
    [job, after],
  )
  return rows.map(letterOf)
}

const LETTER = 'id, job, data, mail_id as "mailId"'
type StoredLetter = Omit<DeadLetter, 'id' | 'mailId'> & { id: string; mailId: string | null }
const letterOf = ({ id, mailId, ...rest }: StoredLetter): DeadLetter => ({
  ...rest,
  id: Number(id),
  mailId: mailId === null ? null : Number(mailId),
})

/** Queues the work again; returns why not where that can't be. */
async function trySending(
  { jobs, now }: Services,
  tx: Db,
  { job, data, mailId }: DeadLetter,
): Promise<string | undefined> {
  if (mailId !== null) {
    const why = await whyNotMail(tx, mailId)
    if (why) return why
    return (await requeueMail(tx, mailId, now())) ? undefined : EMPTIED
  }
  const name = job as JobName
  await jobs.enqueue(tx, name, data as JobPayloads[typeof name])
  return undefined
}

/** Why a mail would not reach its reader if it were sent again, in words for staff; undefined where nothing is known against it. */
async function whyNotMail(tx: Db, id: number): Promise<string | undefined> {
  const { rows } = await tx.$client.query<{
    userId: string | null
    to: string
    kind: string
    isEmpty: boolean
  }>(
    `select user_id as "userId", to_address as "to", kind, html = '' as "isEmpty" from mails where id = $1`,
    [id],
  )
  const [mail] = rows
  if (!mail) return undefined
  const addressee = mail.userId ? await addresseeOf(tx, Number(mail.userId)) : undefined
  // A mailbox that a person has left may be someone else's by now.
  if (addressee && addressee.to.toLowerCase() !== mail.to.toLowerCase())
    return 'This person has another email address now, and the email was written to the former one. Write to them yourself, and drop this.'
  if (mail.isEmpty) return EMPTIED
  const why = urgencyOf(mail.kind) === 'whenever' ? await unwelcomeAt(tx, mail.to) : undefined
  return why && UNWELCOME[why]
}

const EMPTIED = 'We can’t send this email again: we delete the text of an email after 90 days. Drop it here.'
/** Of reminders, which the outbox would keep back. */
const UNWELCOME = {
  bounced:
    'An earlier email to this address bounced, so we don’t send reminders to it. Reach the person another way, and drop this.',
  complained:
    'An earlier email to this address was marked as spam, so we don’t send reminders to it. Drop this.',
} as const

function record(
  { now }: Services,
  tx: Db,
  act: StaffAct,
  type: 'dead_letter.sent_again' | 'dead_letter.dropped',
  { job, data }: DeadLetter,
): Promise<void> {
  return recordAct(tx, act, { at: now(), type, subject: `job:${job}`, after: data })
}
