import { MailEventName } from '#contract/invitations/invitations.ts'
import type { Db } from '#server/platform/database/database.ts'
import { insertMailEvent } from './outbox.sql.ts'

/** Something that happened to an email. */
export interface MailEvent {
  /** Null for emails that aren't ours. */
  mailId: number | null
  /** The email's id at the provider that reports it. */
  providerId?: string
  event: MailEventName | (string & {})
  /** Identifies the event, which may be reported twice: by a provider that repeats itself or by two clicks. */
  key: string
  /** Details for staff. */
  description?: string | null
  /** Whether the address accepts no email at all, rather than just not this one. */
  undeliverable?: boolean
  /** When it happened, which may be long before the report. */
  at: Date
}

const DESCRIPTION_MAX = 500

/** Stores an event of an email. Returns false if it is stored already; then nothing follows from it. */
export async function storeMailEvent(tx: Db, event: MailEvent, now: Date): Promise<boolean> {
  const { rowCount } = await insertMailEvent(tx, [
    event.key,
    event.mailId,
    event.event,
    event.description?.slice(0, DESCRIPTION_MAX) ?? null,
    event.at,
    now,
    event.providerId ?? null,
    event.undeliverable ?? null,
  ])
  return rowCount === 1
}

/** The name of a stored event, if it is one of the contract's. */
export function knownMailEvent(event: string): MailEventName | undefined {
  return MailEventName.safeParse(event).data
}
