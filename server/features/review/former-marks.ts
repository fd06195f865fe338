import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { ReviewItem } from '#contract/review/admin-cases.ts'
import { ItemDecision } from '#contract/verification/cases.ts'
import type { EventType } from '#server/model/audit/event-type.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { namesOf } from '#server/model/people/names.ts'
import { events } from '#server/model/schema/events.ts'
import type { Db } from '#server/platform/database/database.ts'

type FormerMark = NonNullable<ReviewItem['formerMark']>

/** Its items are already open again. */
const VOIDED: EventType = 'case.proposal_voided'

/**
 * Returns what was marked on each item that is open again because its evidence has changed: no event says so of an
 * item, so it is what the last one about the items says (cases, Evidence that changes).
 */
export async function formerMarks(db: Db, { id, current }: StoredCase): Promise<Map<string, FormerMark>> {
  const [row] = await db
    .select({ after: events.after, actorKind: events.actorKind, actorId: events.actorId, at: events.at })
    .from(events)
    .where(and(eq(events.caseId, id), ne(events.type, VOIDED), sql`${events.after} ? 'items'`))
    .orderBy(desc(events.id))
    .limit(1)
  if (!row) return new Map()
  const { items } = row.after as { items: { key: string; decision: unknown }[] }
  const marked = items
    .map(({ key, decision }) => ({ key, decision: ItemDecision.parse(decision) }))
    .filter(({ key, decision }) => decision !== 'pending' && isOpen(current, key))
  const reviewerId = row.actorKind === 'staff' ? row.actorId : null
  const names = await namesOf(db, marked.length > 0 && reviewerId !== null ? [reviewerId] : [])
  const by = names.get(reviewerId ?? 0) ?? null
  return new Map(marked.map(({ key, decision }) => [key, { decision, by, at: row.at.toISOString() }]))
}

function isOpen({ items }: StoredCase['current'], key: string): boolean {
  return items.some((item) => item.key === key && item.decision === 'pending')
}
