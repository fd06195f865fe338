import { MailEventName } from '#contract/invitations/invitations.ts'
import type { Db } from '#server/platform/database/database.ts'
import { insertMailEvent } from './outbox.sql.ts'

/** Something that became of a mail. */
export interface MailEvent {
  /** Null for mails that are not ours. */
  mailId: number | null
  /** What the provider that tells of it calls the mail. */
  providerId?: string
  event: MailEventName | (string & {})
  /** What makes it the same event: it may be told twice, by a provider that repeats itself or by two clicks. */
  key: string
  /** What there is to say about it, for staff. */
  description?: string | null
  /** Whether it says that the address takes no mail at all, rather than not this one. */
  undeliverable?: boolean
  /** When it happened, which may be long before it is told. */
  at: Date
}

const DESCRIPTION_MAX = 500

/** Stores an event of a mail. Returns false when it is there already: then nothing follows from it. */
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

/** The name of a stored event, where it is one of the contract's. */
export function knownMailEvent(event: string): MailEventName | undefined {
  return MailEventName.safeParse(event).data
}
