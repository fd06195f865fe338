import type { ActingUser } from '#domain/roles/acting-user.ts'
import { changeText } from '#server/model/live/told-changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { insertEvent } from '#server/platform/ledger/ledger.sql.ts'
import type { EventType } from './event-type.ts'

/** Who does something and, if it is a request, from where: evidence for the ledger. */
export interface Act {
  actor: ActingUser
  origin?: Origin | undefined
}

/** An act and its time: part of every event about it. */
export interface RecordedAct extends Act {
  at: Date
}

export interface LedgerEvent extends RecordedAct {
  type: EventType
  /** The person whose record this belongs to. */
  userId?: number
  caseId?: number
  /** The object concerned, such as `document:…`. */
  subject?: string
  before?: unknown
  after?: unknown
  reasons?: string[]
  note?: string
}

/**
 * Appends an event in the caller's transaction, so that exactly what is saved is recorded. Open
 * pages that show what it changes are notified after the commit.
 */
export async function recordEvent(tx: Db, event: LedgerEvent): Promise<void> {
  await insertEvent(tx, [
    event.at,
    event.type,
    event.actor.kind,
    event.actor.id,
    event.userId,
    event.caseId,
    event.subject,
    event.before === undefined ? null : JSON.stringify(event.before),
    event.after === undefined ? null : JSON.stringify(event.after),
    event.reasons,
    event.note,
    event.origin?.ip,
    event.origin?.requestId,
    changeText(event.type, event.userId),
  ])
}
