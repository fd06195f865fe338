import { and, desc, eq } from 'drizzle-orm'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { describedLook, eventTitle, peopleInTitle } from '#server/model/audit/event-titles.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import { type EventRow, events } from '#server/model/schema/events.ts'
import type { Db } from '#server/platform/database/database.ts'
import { changeTold, type NamedChange } from './support-changes.ts'

const EVENTS_SHOWN = 500

/** Returns the history of a case for its reviewer, oldest first, each event once; `onlyBy` leaves out what others did. */
export async function caseEvents(
  db: Db,
  caseId: number,
  changes: readonly NamedChange[],
  onlyBy: number | undefined,
): Promise<ReviewCase['events']> {
  const rows = await db
    .select()
    .from(events)
    .where(and(eq(events.caseId, caseId), onlyBy === undefined ? undefined : eq(events.actorId, onlyBy)))
    .orderBy(desc(events.id))
    .limit(EVENTS_SHOWN)
  const personOf = currentIds(rows)
  const actors = await namesOf(db, [
    ...new Set(rows.flatMap((row) => [personOf(row), ...peopleInTitle(row)]).filter((id) => id !== null)),
  ])
  return withoutRepeats(rows.reverse()).map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    type: row.type,
    title: eventTitle(row, actors),
    actor: actors.get(personOf(row) ?? 0) ?? (row.actorId === null ? 'System' : unnamed(row.actorId)),
    reasons: row.reasons ?? [],
    note: row.note,
    ...changeTold(changes, row),
    ...lookTold(row),
  }))
}

function lookTold(row: EventRow): Pick<ReviewCase['events'][number], 'look'> {
  const look = describedLook(row)
  return look ? { look } : {}
}

/**
 * The current id of who acted: a visitor's is gone once the application is claimed (onboarding, Claimed by two
 * proofs).
 */
function currentIds(rows: readonly EventRow[]): (row: EventRow) => number | null {
  const claims = rows.filter(({ type }) => type === 'application.claimed')
  const successors = new Map(
    claims.map(({ before, userId }) => [(before as { userId: number }).userId, userId]),
  )
  return ({ actorId }) => (actorId === null ? null : (successors.get(actorId) ?? actorId))
}

/** A page reads its case again after each action: within this time that is the same opening. */
const SAME_OPENING_MS = 30 * 60_000

/**
 * Reduces events, oldest first: opening a case appears once while the same person is at it, and a document that
 * was sent and shown appears as shown, each look with its longest reported time. The ledger keeps them all.
 */
function withoutRepeats<Event extends Pick<EventRow, 'type' | 'actorId' | 'subject' | 'at' | 'after'>>(
  rows: readonly Event[],
): Event[] {
  const shown = new Set(rows.filter(({ type }) => type === 'document.viewed').map(whoAndWhat))
  const lastOfLook = new Map(rows.map((row) => [lookKey(row), row]))
  const lastOpened = new Map<number | null, number>()
  return rows.filter((row) => {
    if (row.type === 'document.fetched') return !shown.has(whoAndWhat(row))
    if (lookKey(row) !== null) return lastOfLook.get(lookKey(row)) === row
    if (row.type !== 'case.viewed') return true
    const before = lastOpened.get(row.actorId)
    lastOpened.set(row.actorId, row.at.getTime())
    return before === undefined || row.at.getTime() - before > SAME_OPENING_MS
  })
}

/** Identifies a look at a page of a document; null for other events, and looks reported without an id. */
function lookKey({
  type,
  actorId,
  subject,
  after,
}: Pick<EventRow, 'type' | 'actorId' | 'subject' | 'after'>) {
  if (type !== 'document.viewed') return null
  const { viewing, page } = after as { viewing?: string; page?: number }
  return viewing ? `${actorId} ${subject} ${viewing} ${page}` : null
}

function whoAndWhat({ actorId, subject }: Pick<EventRow, 'actorId' | 'subject'>): string {
  return `${actorId} ${subject}`
}
