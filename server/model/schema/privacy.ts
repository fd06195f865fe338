import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment, rowId, wholeNumber } from '#server/platform/database/columns.ts'
import { users } from './users.ts'

/** Data exports that people requested; the file is encrypted like a document and deleted when it expires. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: uuid().primaryKey(),
    userId: wholeNumber('user_id')
      .notNull()
      .references(() => users.id),
    /** `queued`, `ready`, `failed` or `expired`. */
    state: text().notNull(),
    requestedAt: moment('requested_at').notNull(),
    readyAt: moment('ready_at'),
    expiresAt: moment('expires_at'),
    bytes: wholeNumber('bytes'),
    storageKey: text('storage_key').unique(),
    wrappedKey: text('wrapped_key'),
    keyId: text('key_id'),
  },
  (t) => [
    // One at a time, even with concurrent requests (security A17).
    uniqueIndex('data_exports_running').on(t.userId).where(sql`${t.state} = 'queued'`),
    index('data_exports_user').on(t.userId, t.requestedAt),
    index('data_exports_key').on(t.keyId).where(sql`${t.keyId} is not null`).concurrently(),
  ],
)

const person = (name: string) => wholeNumber(name).references(() => users.id)

/** Requests to delete personal data (security R58). */
export const erasureRequests = pgTable(
  'erasure_requests',
  {
    id: rowId(),
    userId: person('user_id').notNull(),
    state: text().notNull(),
    /** In the person's words, if they gave any. */
    reason: text(),
    requestedAt: moment('requested_at').notNull(),
    dueAt: moment('due_at').notNull(),
    decidedAt: moment('decided_at'),
    decidedBy: person('decided_by'),
    /** Why it was refused, for the person to read. */
    answer: text(),
    /** What the person was told would be deleted and kept. */
    plan: jsonb(),
  },
  (t) => [
    uniqueIndex('erasure_requests_open').on(t.userId).where(sql`${t.state} = 'requested'`),
    index('erasure_requests_user').on(t.userId, t.id),
    index('erasure_requests_due').on(t.dueAt, t.id).where(sql`${t.state} = 'requested'`),
    index('erasure_requests_decided_by').on(t.decidedBy).where(sql`${t.decidedBy} is not null`),
    check(
      'erasure_requests_state_known',
      sql`${t.state} in ('requested', 'carried_out', 'refused', 'withdrawn')`,
    ),
  ],
)
export type ErasureRequestRow = typeof erasureRequests.$inferSelect

/** Complaints about how data is handled (law §4.1). */
export const complaints = pgTable(
  'complaints',
  {
    id: rowId(),
    userId: person('user_id').notNull(),
    state: text().notNull(),
    text: text().notNull(),
    createdAt: moment('created_at').notNull(),
    dueAt: moment('due_at').notNull(),
    answer: text(),
    answeredAt: moment('answered_at'),
    answeredBy: person('answered_by'),
    closedAt: moment('closed_at'),
  },
  (t) => [
    index('complaints_user').on(t.userId, t.id),
    index('complaints_due').on(t.dueAt, t.id).where(sql`${t.state} <> 'closed'`),
    index('complaints_answered_by').on(t.answeredBy).where(sql`${t.answeredBy} is not null`),
    check('complaints_state_known', sql`${t.state} in ('open', 'answered', 'closed')`),
    check('complaints_answered', sql`${t.state} = 'open' or ${t.answer} is not null`),
  ],
)
export type ComplaintRow = typeof complaints.$inferSelect

/** Whose records must not be deleted for now (law §3.1). Kept after it was lifted, as evidence. */
export const legalHolds = pgTable(
  'legal_holds',
  {
    id: rowId(),
    userId: person('user_id').notNull(),
    reason: text().notNull(),
    setAt: moment('set_at').notNull(),
    setBy: person('set_by').notNull(),
    liftedAt: moment('lifted_at'),
    liftedBy: person('lifted_by'),
    liftReason: text('lift_reason'),
  },
  (t) => [
    uniqueIndex('legal_holds_in_force').on(t.userId).where(sql`${t.liftedAt} is null`),
    index('legal_holds_user').on(t.userId),
    index('legal_holds_set_by').on(t.setBy),
    index('legal_holds_lifted_by').on(t.liftedBy).where(sql`${t.liftedBy} is not null`),
  ],
)
export type LegalHoldRow = typeof legalHolds.$inferSelect

/** The tombstone of a relationship that ended: dates and counts, no content (law §3.1). */
export const retentionRecords = pgTable(
  'retention_records',
  {
    userId: person('user_id').primaryKey(),
    endedAt: moment('ended_at').notNull(),
    /** `customer`, `applicant` or `none`. */
    ground: text().notNull(),
    /** Null if nothing was kept. */
    retainUntil: moment('retain_until'),
    /** When the account was erased; null while it is only closed. */
    erasedAt: moment('erased_at'),
    /** When the last of it was deleted. */
    purgedAt: moment('purged_at'),
    /** Which of the two was last noted next to the files; null before the first. */
    notedAt: moment('noted_at'),
    /** The number of rows and files deleted, by kind. */
    removed: jsonb(),
  },
  (t) => [
    index('retention_records_due').on(t.retainUntil).where(sql`${t.purgedAt} is null`),
    index('retention_records_unnoted')
      .on(t.userId)
      .where(
        sql`${t.erasedAt} is not null and ${t.notedAt} is distinct from coalesce(${t.purgedAt}, ${t.erasedAt})`,
      )
      .concurrently(),
  ],
)
export type RetentionRecordRow = typeof retentionRecords.$inferSelect

export type DataExportRow = typeof dataExports.$inferSelect
