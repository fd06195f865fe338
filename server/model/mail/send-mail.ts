import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { DAY_MS } from '#domain/plain-date.ts'
import { fileDeadMail } from '#server/model/jobs/dead-letters.ts'
import type { JobContext } from '#server/model/jobs/jobs.ts'
import { type MailRow, mails } from '#server/model/schema/mails.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import { AlteredValueError, type FieldCipher, type FieldPlace } from '#server/platform/fields/field-cipher.ts'
import {
  type AttachedFile,
  type HandedOver,
  MailDeferred,
  MailRefused,
  type MailTransport,
  turnstile,
} from '#server/platform/mail/mail-transport.ts'
import type { RenderAttachments } from './mail-attachments.ts'
import { LAPSING_KINDS } from './mail-kinds.ts'
import { type MailFields, openMail, sealMail, withoutTokens } from './outbox.ts'
import { batchSender } from './send-batch.ts'

type Context = Pick<JobContext, 'now' | 'log'>

export interface SendMailOptions {
  database: Database
  /** Decrypts the outbox. */
  fields: FieldCipher
  transport: MailTransport
  renderAttachments: RenderAttachments
  /**
   * Called in the transaction that marks an email as failed, so that staff see it on the case (cases, Undelivered
   * mail).
   */
  onFailed?: (tx: Db, row: MailRow) => Promise<void>
  /** Called before an email is sent: why its recipient doesn't want it, in words for staff. */
  unwanted?: (db: Db, row: MailRow) => Promise<string | undefined>
  /** Called in the transaction that marks an email as suppressed because it isn't wanted. */
  onSuppressed?: (tx: Db, row: MailRow) => Promise<void>
  /** Called for an altered email when it is first tried. */
  onAltered?: (place: FieldPlace) => Promise<void>
  /** Called in the transaction that marks an email as sent. */
  onSent?: (tx: Db, row: MailRow, handed: HandedOver) => Promise<void>
  /** Runs the sending of an email as part of the trace that caused it. */
  follow?: (name: string, traceparent: string | null, work: () => Promise<void>) => Promise<void>
  /** Replaces the waits between attempts. */
  retrySeconds?: { first: number; max: number }
}

/** Short waits, so that an email arrives within 2 minutes of the server's return (security B09). */
const RETRY_SECONDS = { first: 5, max: 60 }
/** An email that the server keeps deferring is retried less and less often, and given up after three days. */
const PATIENT_ATTEMPTS = 20
const SLOW_RETRY_SECONDS = 900
const GIVE_UP_AFTER_MS = 3 * DAY_MS

/**
 * Creates the sender of one outbox row; several may run at once. It throws MailDeferred if this email is to be
 * retried later, and anything else if that says nothing about the email: the server or the database is down.
 */
export function mailSender(options: SendMailOptions) {
  return mailSenders(options).send
}

/** Creates the sender of one outbox row, and that of several in one call if the transport supports it. */
export function mailSenders(options: SendMailOptions) {
  const { database, fields, transport, renderAttachments, onFailed, onSent } = options
  const retry = options.retrySeconds ?? RETRY_SECONDS
  // Accepted by the server but not yet marked: the next attempt in this process only marks.
  const accepted = new Map<number, HandedOver>()
  const nextPass = turnstile()

  const follow = options.follow ?? ((_name, _traceparent, work) => work())

  return { send: sendMail, sendMany: transport.sendMany ? sendMany : undefined }

  async function sendMail(mailId: number, context: Context): Promise<void> {
    const [row] = await queued([mailId])
    if (row) await alone(row, context)
  }

  async function alone(row: MailRow, context: Context): Promise<void> {
    await follow('send mail', row.traceparent, () => storeOutcome(row, context))
  }

  /**
   * Emails with attachments, or that aren't wanted, are sent separately; emails that were sent together before
   * stay together.
   */
  async function sendMany(ids: readonly number[], context: Context): Promise<void> {
    const together: MailRow[] = []
    for (const row of await queued(ids)) {
      const reason = row.batchKey ? undefined : await options.unwanted?.(database.db, row)
      if (reason) await close(row.id, 'suppressed', reason, options.onSuppressed)
      else if (!row.batchKey && (row.attachments?.length || faultOf(row) || !canBeOpened(row)))
        await alone(row, context).catch((error: unknown) => {
          if (!(error instanceof MailDeferred)) throw error
        })
      else together.push(row)
    }
    if (together.length > 0) await batchFor(context)(together)
  }

  function batchFor(context: Context) {
    return batchSender({
      database,
      sendMany: async (messages, key) => (await transport.sendMany?.(messages, key)) ?? [],
      messageOf: (row) => ({ ...row, ...contentOf(row), myTurn: async () => {}, files: async () => [] }),
      storeOutcomes: (outcomes) =>
        database.transaction(async (tx) => {
          for (const [row, outcome] of outcomes)
            if (outcome instanceof MailRefused)
              await closeIn(tx, row.id, 'failed', outcome.message, givenUp(context.now()))
            else await markSentIn(tx, row, outcome, context.now())
        }),
      alone: (row) => alone({ ...row, batchKey: null }, context),
      putOff: async (rows, error) => {
        for (const row of rows) await judge(row, error, context).catch(() => {})
      },
    })
  }

  function queued(ids: readonly number[]): Promise<MailRow[]> {
    return database.db
      .select()
      .from(mails)
      .where(and(inArray(mails.id, [...ids]), eq(mails.status, 'queued')))
      .orderBy(asc(mails.id))
  }

  async function storeOutcome(row: MailRow, context: Context): Promise<void> {
    const reason = accepted.has(row.id) ? undefined : await options.unwanted?.(database.db, row)
    if (reason) return await close(row.id, 'suppressed', reason, options.onSuppressed)
    const pass = nextPass()
    try {
      const handed = await handOver(row, pass.enter).catch((error: unknown) => judge(row, error, context))
      if (!handed) return
      await markSent(row, handed, context.now())
      accepted.delete(row.id)
    } finally {
      pass.leave()
    }
  }

  /** Marks an email that is refused permanently; postpones any other and rethrows the error. */
  async function judge(row: MailRow, error: unknown, { now, log }: Context): Promise<undefined> {
    const { id: mailId, kind, createdAt, requeuedAt, attempts } = row
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
    const cause = error instanceof MailDeferred ? error.cause : undefined
    if (cause instanceof AlteredValueError && attempts === 0) await options.onAltered?.(cause.place)
    const isOld = now().getTime() - (requeuedAt ?? createdAt).getTime() > GIVE_UP_AFTER_MS
    if (error instanceof MailRefused || (error instanceof MailDeferred && isOld)) {
      log.warn({ mailId, kind, reason }, 'A mail could not be delivered')
      await close(mailId, 'failed', reason, givenUp(now()))
      return undefined
    }
    // An unreachable server says nothing about this email; only its answers count as attempts.
    const isAnswer = error instanceof MailDeferred
    await database.db
      .update(mails)
      .set({
        lastError: reason,
        dueAt: sql`now() + make_interval(secs => ${isAnswer ? waitAfter(attempts) : retry.first})`,
        claimedUntil: null,
        ...(isAnswer && { attempts: sql`${mails.attempts} + 1` }),
      })
      .where(eq(mails.id, mailId))
    throw error
  }

  /** What must be done in the transaction that gives up an email. */
  function givenUp(at: Date): SendMailOptions['onFailed'] {
    return async (tx, row) => {
      await onFailed?.(tx, row)
      if (!LAPSING_KINDS.has(row.kind)) await fileDeadMail(tx, row, at)
    }
  }

  async function handOver(row: MailRow, myTurn: () => Promise<void>): Promise<HandedOver> {
    const before = accepted.get(row.id)
    if (before) return before
    assertSafeMessage(row)
    const handed = await transport.send({
      ...row,
      ...contentOf(row),
      myTurn,
      files: () => filesOf(row),
    })
    accepted.set(row.id, handed)
    return handed
  }

  /** Content that can't be decrypted affects only this email, and so do its attachments. */
  function contentOf(row: MailRow): MailFields {
    try {
      return openMail(fields, row)
    } catch (error) {
      throw new MailDeferred(error instanceof Error ? error.message : 'It could not be opened', {
        cause: error,
      })
    }
  }

  function canBeOpened(row: MailRow): boolean {
    try {
      return contentOf(row) !== undefined
    } catch {
      return false
    }
  }

  /** Attachments that can't be created now affect only this email and delay no other. */
  async function filesOf({ attachments }: MailRow): Promise<AttachedFile[]> {
    try {
      return await renderAttachments(attachments ?? [])
    } catch (error) {
      if (error instanceof MailRefused) throw error
      throw new MailDeferred(error instanceof Error ? error.message : 'An attachment could not be made', {
        cause: error,
      })
    }
  }

  function waitAfter(attempts: number): number {
    if (attempts >= PATIENT_ATTEMPTS) return SLOW_RETRY_SECONDS
    return Math.min(retry.max, retry.first * 2 ** attempts)
  }

  async function markSent(row: MailRow, handed: HandedOver, at: Date): Promise<void> {
    await database.transaction((tx) => markSentIn(tx, row, handed, at))
  }

  async function markSentIn(tx: Db, row: MailRow, handed: HandedOver, at: Date): Promise<void> {
    const { providerId = null } = handed
    const [sent] = await tx
      .update(mails)
      .set({
        status: 'sent',
        sentAt: at,
        attempts: sql`${mails.attempts} + 1`,
        lastError: null,
        claimedUntil: null,
        batchKey: null,
        providerId,
        ...handedOver(row),
      })
      .where(and(eq(mails.id, row.id), eq(mails.status, 'queued')))
      .returning()
    if (sent) await onSent?.(tx, sent, handed)
  }

  /** What is kept of a sent email: its tokens aren't needed any more, unless its row is the mailbox. */
  function handedOver(row: MailRow): Partial<MailRow> {
    if (transport.kind === 'mailbox') return {}
    const opened = openMail(fields, row)
    const blanked = withoutTokens(row.kind, opened)
    // A plain-text row was queued while the former release may still be serving.
    return opened.text === row.text ? blanked : sealMail(fields, row.messageKey, blanked)
  }

  /** Ends an email that isn't sent. */
  async function close(...ended: Ended): Promise<void> {
    await database.transaction((tx) => closeIn(tx, ...ended))
  }

  async function closeIn(tx: Db, ...[id, status, reason, then]: Ended): Promise<void> {
    const [closed] = await tx
      .update(mails)
      .set({
        status,
        ...(status === 'failed' && { attempts: sql`${mails.attempts} + 1` }),
        lastError: reason,
        claimedUntil: null,
        batchKey: null,
      })
      .where(and(eq(mails.id, id), eq(mails.status, 'queued')))
      .returning()
    if (closed) await then?.(tx, closed)
  }
}

type Ended = [id: number, status: 'failed' | 'suppressed', reason: string, then: SendMailOptions['onFailed']]

/** Refuses what could turn one email into another (security R31). */
function assertSafeMessage(row: Pick<MailRow, 'to' | 'subject'>): void {
  const fault = faultOf(row)
  if (fault) throw new MailRefused(fault)
}

/** What could turn one email into another: line breaks in headers, more than one recipient (security R31). */
function faultOf({ to, subject }: Pick<MailRow, 'to' | 'subject'>): string | undefined {
  if (!/^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/.test(to) || to.length > 254)
    return 'The recipient is not one plain address'
  return /[\r\n\0]/.test(subject) ? 'The subject has a line break' : undefined
}
