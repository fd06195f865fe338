import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { type MailRow, mails } from '#server/model/schema/mails.ts'
import type { Database } from '#server/platform/database/database.ts'
import {
  type HandedOver,
  MailDeferred,
  type MailMessage,
  MailRefused,
} from '#server/platform/mail/mail-transport.ts'

interface BatchOptions {
  database: Database
  sendMany(messages: readonly MailMessage[], key: string): Promise<(HandedOver | MailRefused)[]>
  messageOf(row: MailRow): MailMessage
  /** Stores the results of emails that were tried together, in one transaction, and removes their key. */
  storeOutcomes(outcomes: ReadonlyMap<MailRow, HandedOver | MailRefused>): Promise<void>
  /** Tries one email by itself. */
  alone(row: MailRow): Promise<void>
  /** Postpones emails after an error that says nothing about any of them. */
  putOff(rows: readonly MailRow[], error: unknown): Promise<void>
}

/**
 * Creates the sender of several outbox rows in one call to a provider. Emails sent together get a key
 * beforehand, and are repeated as a whole with that key until the result is known, so that the provider can
 * tell and a crash sends none twice (security B09). Throws as `mailSender` does.
 */
export function batchSender({ database, sendMany, messageOf, storeOutcomes, alone, putOff }: BatchOptions) {
  return async function sendBatch(rows: readonly MailRow[]): Promise<void> {
    const keys = new Set(rows.flatMap(({ batchKey }) => batchKey ?? []))
    const fresh = rows.filter(({ batchKey }) => batchKey === null)
    if (fresh.length > 0) keys.add(await bind(fresh))
    let failure: unknown
    for (const key of keys)
      await sendBound(key).catch((error: unknown) => {
        failure = error
      })
    if (failure !== undefined) throw failure
  }

  async function bind(rows: readonly MailRow[]): Promise<string> {
    const key = randomUUID()
    const ids = rows.map(({ id }) => id)
    await database.db
      .update(mails)
      .set({ batchKey: key })
      .where(and(inArray(mails.id, ids), eq(mails.status, 'queued')))
    return key
  }

  /** Also those that a crashed process has bound, no matter who has claimed them since: the result is the same for both. */
  async function sendBound(key: string): Promise<void> {
    const rows = await database.db
      .select()
      .from(mails)
      .where(and(eq(mails.batchKey, key), eq(mails.status, 'queued')))
      .orderBy(asc(mails.id))
    try {
      const outcomes = await sendMany(rows.map(messageOf), `batch:${key}`)
      await storeOutcomes(new Map(rows.flatMap((row, n) => (outcomes[n] ? [[row, outcomes[n]]] : []))))
    } catch (error) {
      if (!(error instanceof MailRefused)) {
        await putOff(rows, error)
        throw error
      }
      // Refused as a whole, so none was sent: sent one by one, the faulty one shows.
      await database.db.update(mails).set({ batchKey: null }).where(eq(mails.batchKey, key))
      for (const row of rows)
        await alone(row).catch((failure: unknown) => {
          if (!(failure instanceof MailDeferred)) throw failure
        })
    }
  }
}
