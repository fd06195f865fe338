import { SENT_AT_ONCE, type DeadLetter as Shown } from '#contract/operations/dead-letters.ts'
import { DeadLetterJob } from '#contract/operations/job-names.ts'
import { aboutWork } from '#domain/jobs/dead-letter-text.ts'
import { countDeadLetters, type StoredDeadLetter } from '#server/model/jobs/dead-letters.ts'
import type { JobName, JobPayloads } from '#server/model/jobs/jobs.ts'
import { mailAddressOf } from '#server/model/mail/mail-person.ts'
import { urgencyOf } from '#server/model/mail/mail-urgency.ts'
import { requeueMail } from '#server/model/mail/outbox.ts'
import { UNWELCOME } from '#server/model/mail/returned-mails.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  isStoredMoment,
  type Paging,
  pageOf,
  readCursor,
  sortPlace,
} from '#server/platform/database/keyset.ts'
import type { RowOf } from '#server/platform/database/statement.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import {
  deleteLetter,
  deleteLetters,
  LETTERS_AT_ONCE,
  lockLettersOfJob,
  selectAskedMails,
  selectLetters,
  selectRunningTrial,
} from './jobs.sql.ts'

const GONE = 'Someone has already sent this again or dropped it, or it has worked since.'

type Row = RowOf<typeof selectLetters>

/** A page of stopped work, newest first. Throws VALIDATION_ERROR for a cursor that isn't ours. */
export async function listLetters(db: Db, { limit, cursor, job }: Paging & { job?: DeadLetterJob }) {
  const place = cursor ? readCursor(cursor, isStoredMoment) : undefined
  const { rows } = await selectLetters(db, [
    job ? [job] : DeadLetterJob.options,
    place?.key ?? null,
    place?.id ?? null,
    limit + 1,
  ])
  const { page, nextCursor } = pageOf(rows, limit, sortPlace)
  const refusals = await refusalsOf(db, page.map(letterOf))
  const letters = page.map((row) => ({ ...present(row), refusal: refusals.get(Number(row.id)) ?? null }))
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

/** Retries one. Throws NOT_FOUND if someone was faster, and INVALID_STATE for an email that can't be sent again. */
export async function sendLetter(services: Services, act: StaffAct, id: number): Promise<void> {
  await services.database.transaction(async (tx) => {
    const letter = await takeLetter(tx, id)
    const why = (await refusalsOf(tx, [letter])).get(id) ?? (await trySending(services, tx, letter))
    if (why) throw new AppError('INVALID_STATE', why)
    await record(services, tx, act, 'dead_letter.sent_again', letter)
  })
}

/** Removes one from the list. Throws NOT_FOUND if someone was faster. */
export async function dropLetter(services: Services, act: StaffAct, id: number): Promise<void> {
  await services.database.transaction(async (tx) => {
    await record(services, tx, act, 'dead_letter.dropped', await takeLetter(tx, id))
  })
}

/**
 * Retries all of one job's work that had stopped when this was requested, in batches of one transaction with
 * its event each; those that can't be retried stay.
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
      const refusals = await refusalsOf(tx, letters)
      const done: number[] = []
      for (const letter of letters)
        if (!refusals.has(letter.id) && !(await trySending(services, tx, letter))) done.push(letter.id)
      await deleteLetters(tx, [done])
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
      isEnd = letters.length < LETTERS_AT_ONCE
    })
  }
  const counts = await countDeadLetters(database.db)
  return { sent, left: counts.find((counted) => counted.job === job)?.count ?? 0 }
}

/** Deletes it, which also keeps a concurrent call from doing anything with it. */
async function takeLetter(tx: Db, id: number): Promise<StoredDeadLetter> {
  const { rows } = await deleteLetter(tx, [id])
  if (!rows[0]) throw new AppError('NOT_FOUND', GONE)
  return letterOf(rows[0])
}

async function lockLetters(tx: Db, job: DeadLetterJob, after: number): Promise<StoredDeadLetter[]> {
  const { rows } = await lockLettersOfJob(tx, [job, after])
  return rows.map(letterOf)
}

type StoredLetter = RowOf<typeof deleteLetter>
const letterOf = ({ id, job, data, mailId }: StoredLetter): StoredDeadLetter => ({
  id: Number(id),
  job,
  data,
  mailId: mailId === null ? null : Number(mailId),
})

/** Queues the work again; returns the reason if that isn't possible. */
async function trySending(
  { jobs, now }: Services,
  tx: Db,
  { job, data, mailId }: StoredDeadLetter,
): Promise<string | undefined> {
  if (mailId !== null) return (await requeueMail(tx, mailId, now())) ? undefined : EMPTIED
  const name = job as JobName
  await jobs.enqueue(tx, name, data as JobPayloads[typeof name])
  return undefined
}

const EMPTIED = 'We can’t send this email again: we delete the text of an email after 90 days. Drop it here.'
const MOVED =
  'This person has another email address now, and the email was written to the former one. Write to them yourself, and drop this.'
const TRIAL_OVER = 'This test has ended. Start a new one on the page of sanctions lists, and drop this.'

/** Why retrying work would be useless, in words for staff, by letter; the others can be retried. */
async function refusalsOf(db: Db, letters: readonly StoredDeadLetter[]): Promise<Map<number, string>> {
  const refusals = new Map<number, string>()
  const mails = letters.filter(({ mailId }) => mailId !== null)
  const why = await whyNotMails(
    db,
    mails.map(({ mailId }) => Number(mailId)),
  )
  for (const { id, mailId } of mails) {
    const refusal = why.get(Number(mailId))
    if (refusal) refusals.set(id, refusal)
  }
  const trials = letters.filter(({ job }) => job === 'try-screening')
  if (trials.length > 0) {
    const { rowCount } = await selectRunningTrial(db)
    if (!rowCount) for (const { id } of trials) refusals.set(id, TRIAL_OVER)
  }
  return refusals
}

type AskedMail = RowOf<typeof selectAskedMails>

/** Why emails wouldn't reach their readers if sent again, by the email's number. */
async function whyNotMails(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await selectAskedMails(db, [ids])
  return new Map(
    rows.flatMap((mail) => {
      const why = whyNotMail(mail)
      return why ? [[Number(mail.id), why]] : []
    }),
  )
}

function whyNotMail({ kind, to, isEmpty, unwelcome, ...owner }: AskedMail): string | undefined {
  // An address that a person has left may belong to someone else now.
  const address = mailAddressOf(owner)
  if (address && address.toLowerCase() !== to.toLowerCase()) return MOVED
  if (isEmpty) return EMPTIED
  // Reminders, which the outbox would hold back.
  if (!unwelcome || urgencyOf(kind) !== 'whenever') return undefined
  return `${UNWELCOME[unwelcome]} Reach the person another way, and drop this.`
}

function record(
  { now }: Services,
  tx: Db,
  act: StaffAct,
  type: 'dead_letter.sent_again' | 'dead_letter.dropped',
  { job, data }: StoredDeadLetter,
): Promise<void> {
  return recordAct(tx, act, { at: now(), type, subject: `job:${job}`, after: data })
}
