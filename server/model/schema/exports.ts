import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment, wholeNumber } from '#server/platform/database/columns.ts'
import { users } from './users.ts'

/** Copies of their data that people asked for; the file is encrypted like a document and goes when it expires. */
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
    // One at a time, whatever happens at once (security A17).
    uniqueIndex('data_exports_running').on(t.userId).where(sql`${t.state} = 'queued'`),
    index('data_exports_user').on(t.userId, t.requestedAt),
  ],
)
export type DataExportRow = typeof dataExports.$inferSelect
