import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, moment, rowId, wholeNumber } from '#server/platform/database/columns.ts'

/**
 * The append-only record of what happened (cases, Events; security R24). Triggers refuse update
 * and delete, and chain each row to the one before in its lane; they write `lane`, `seq`, `prevHash` and
 * `hash`.
 */
export const events = pgTable(
  'events',
  {
    id: rowId(),
    at: moment('at').notNull(),
    type: text().notNull(),
    actorKind: text('actor_kind').notNull(),
    actorId: wholeNumber('actor_id'),
    /**
     * Whose record this belongs to; lets people see their own timeline, and takes precedence over `subject` in
     * choosing the lane.
     */
    userId: wholeNumber('user_id'),
    caseId: wholeNumber('case_id'),
    subject: text(),
    before: jsonb(),
    after: jsonb(),
    reasons: text().array(),
    note: text(),
    ip: text(),
    requestId: text('request_id'),
    lane: integer().notNull().default(0),
    seq: wholeNumber('seq').notNull().default(0),
    prevHash: bytea('prev_hash'),
    hash: bytea(),
  },
  (t) => [
    index('events_user').on(t.userId, t.id),
    index('events_case').on(t.caseId, t.id),
    index('events_type').on(t.type, t.id),
    // The history of one invoice; other events aren't in it, so that they cost no more to write.
    index('events_invoice').on(t.subject, t.id).where(sql`${t.subject} like 'invoice:%'`),
    // The events from which the staff dashboard's daily figures are computed.
    index('events_milestones')
      .on(t.at, t.id)
      .where(
        sql`${t.type} in ('user.created', 'application.begun', 'case.submitted', 'case.approved', 'case.returned', 'case.rejected')`,
      ),
    index('events_at').on(t.at, t.id),
    /** What someone did in others' records; what people did in their own is found by `userId`. */
    index('events_actor').on(t.actorId, t.at, t.id).where(sql`${t.actorId} is distinct from ${t.userId}`),
  ],
)
export type EventRow = typeof events.$inferSelect

/** The head of each lane, which reveals rows cut from the end of the ledger. */
export const eventLanes = pgTable('event_lanes', {
  lane: integer().primaryKey(),
  seq: wholeNumber('seq').notNull(),
  hash: bytea().notNull(),
})
