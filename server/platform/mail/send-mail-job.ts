import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import { DAY_MS } from '#domain/plain-date.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import { type MailRow, mails } from '#server/platform/database/schema/mails.ts'
import type { JobContext, Jobs } from '#server/platform/jobs/jobs.ts'
import {
  type HandedOver,
  MailDeferred,
  MailRefused,
  type MailTransport,
  type RenderAttachments,
} from './mail-transport.ts'

interface SendMailOptions {
  database: Database
  jobs: Jobs
  transport: MailTransport
  renderAttachments: RenderAttachments
  /** Called in the transaction that marks a mail as failed, so that staff see it on the case (cases, Notices). */
  onFailed?: (tx: Db, row: MailRow) => Promise<void>
  /** Called in the transaction that marks a mail as sent. */
  onSent?: (tx: Db, row: MailRow, handed: HandedOver) => Promise<void>
}

/** As many as can each wait for a server that does not answer, and end within the time of the job. */
const BATCH = 5
const SWEEP_BATCH = 500
const SWEEP_AFTER_MS = 60_000
/** A mail that the server keeps deferring is asked about less often, and given up after three days. */
const PATIENT_ATTEMPTS = 20
const SLOW_RETRY_SECONDS = 900
const GIVE_UP_AFTER_MS = 3 * DAY_MS

/**
 * Registers the sending of queued mails and the sweep that finds forgotten ones every minute. One mail at a time per
 * process: a crash between the server's yes and ours can repeat at most that one (security B09).
 */
export function registerMailJobs(options: SendMailOptions): void {
  const { database, jobs, transport } = options
  const send = mailSender(options)
  jobs.handle('send-mail', { concurrency: 1, batch: BATCH }, ({ mailId }, context) => send(mailId, context))
  jobs.schedule('sweep-mails', async ({ now, log }) => {
    const count = await sweepMails(database, jobs, now())
    if (count > 0) log.info({ count, transport: transport.kind }, 'Mails that still wait were queued again')
  })
}

/** Makes the sender of one outbox row; it throws when the mail should be tried again. */
export function mailSender({ database, transport, renderAttachments, onFailed, onSent }: SendMailOptions) {
  // Accepted by the server but not yet marked: the next attempt in this process only marks.
  const accepted = new Map<number, HandedOver>()

  return async function sendMail(mailId: number, { now, log }: JobContext): Promise<void> {
    const [row] = await database.db
      .select()
      .from(mails)
      .where(and(eq(mails.id, mailId), eq(mails.status, 'queued')))
    if (!row) return
    let handed = accepted.get(mailId)
    try {
      if (!handed) {
        assertSafeMessage(row)
        handed = await transport.send({ ...row, files: () => renderAttachments(row.attachments ?? []) })
        accepted.set(mailId, handed)
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
      const isOld = now().getTime() - row.createdAt.getTime() > GIVE_UP_AFTER_MS
      if (error instanceof MailRefused || (error instanceof MailDeferred && isOld)) {
        log.warn({ mailId, kind: row.kind, reason }, 'A mail could not be delivered')
        return await markFailed(row, reason)
      }
      await database.db
        .update(mails)
        .set({
          lastError: reason,
          // An unreachable server says nothing about this mail; only its answers count as attempts.
          ...(error instanceof MailDeferred && { attempts: sql`${mails.attempts} + 1` }),
        })
        .where(eq(mails.id, mailId))
      throw error
    }
    await markSent(row, handed, now())
    accepted.delete(mailId)
  }

  async function markSent(row: MailRow, handed: HandedOver, at: Date): Promise<void> {
    const { providerId = null } = handed
    await database.transaction(async (tx) => {
      const [sent] = await tx
        .update(mails)
        .set({
          status: 'sent',
          sentAt: at,
          attempts: sql`${mails.attempts} + 1`,
          lastError: null,
          providerId,
        })
        .where(eq(mails.id, row.id))
        .returning()
      if (sent) await onSent?.(tx, sent, handed)
    })
  }

  async function markFailed(row: MailRow, reason: string): Promise<void> {
    await database.transaction(async (tx) => {
      const [failed] = await tx
        .update(mails)
        .set({ status: 'failed', attempts: sql`${mails.attempts} + 1`, lastError: reason })
        .where(and(eq(mails.id, row.id), eq(mails.status, 'queued')))
        .returning()
      if (failed) await onFailed?.(tx, failed)
    })
  }
}

/** Queues again every mail that has waited a minute; those with a live job are left to it. Returns how many waited. */
export async function sweepMails(database: Database, jobs: Jobs, now: Date): Promise<number> {
  const before = new Date(now.getTime() - SWEEP_AFTER_MS)
  let count = 0
  for (let lastId = 0, more = true; more; ) {
    const waiting = await database.db
      .select({ id: mails.id, attempts: mails.attempts })
      .from(mails)
      .where(and(eq(mails.status, 'queued'), lt(mails.createdAt, before), gt(mails.id, lastId)))
      .orderBy(asc(mails.id))
      .limit(SWEEP_BATCH)
    for (const { id, attempts } of waiting) {
      const runAfterSeconds = attempts < PATIENT_ATTEMPTS ? undefined : SLOW_RETRY_SECONDS
      await jobs.enqueue(database.db, 'send-mail', { mailId: id }, { key: String(id), runAfterSeconds })
      lastId = id
    }
    count += waiting.length
    more = waiting.length === SWEEP_BATCH
  }
  return count
}

/** Refuses what could turn one mail into another: line breaks in headers, more than one recipient (security R31). */
function assertSafeMessage({ to, subject }: Pick<MailRow, 'to' | 'subject'>): void {
  if (!/^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/.test(to) || to.length > 254)
    throw new MailRefused('The recipient is not one plain address')
  if (/[\r\n\0]/.test(subject)) throw new MailRefused('The subject has a line break')
}
