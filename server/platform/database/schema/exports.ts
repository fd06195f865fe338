import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Copies of their data that people asked for; the file is encrypted like a document and goes when it expires. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: uuid().primaryKey(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id),
    /** `queued`, `ready`, `failed` or `expired`. */
    state: text().notNull(),
    requestedAt: timestamp('requested_at', { withTimezone: true }).notNull(),
    readyAt: timestamp('ready_at', { withTimezone: true }),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    bytes: bigint({ mode: 'number' }),
    storageKey: text('storage_key').unique(),
    wrappedKey: text('wrapped_key'),
    keyId: text('key_id'),
  },
  (t) => [
    // One at a time, whatever happens at once (security A17).
    uniqueIndex('data_exports_running').on(t.userId).where(sql`${t.state} = 'queued'`),
    index('data_exports_user').on(t.userId, t.requestedAt),
  ],
)
export type DataExportRow = typeof dataExports.$inferSelect
