import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment, wholeNumber } from './columns.ts'
import { users } from './users.ts'

/** Stored documents: the row is written after the file is safe; a replaced one is kept (decisions §5, security R48). */
export const documents = pgTable(
  'documents',
  {
    id: uuid().primaryKey(),
    userId: wholeNumber('user_id')
      .notNull()
      .references(() => users.id),
    /** Whose evidence it is: the person's own, or their company's. */
    kind: text().notNull().default('consumer'),
    slot: text().notNull(),
    fileName: text('file_name').notNull(),
    mime: text().notNull(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
    pages: integer(),
    width: integer(),
    height: integer(),
    storageKey: text('storage_key').notNull().unique(),
    renditionKey: text('rendition_key').unique(),
    renditionMime: text('rendition_mime'),
    wrappedKey: text('wrapped_key').notNull(),
    keyId: text('key_id').notNull(),
    issuedOn: text('issued_on'),
    expiresOn: text('expires_on'),
    createdAt: moment('created_at').notNull(),
    supersededAt: moment('superseded_at'),
  },
  (t) => [
    index('documents_user').on(t.userId, t.createdAt),
    uniqueIndex('documents_current')
      .on(t.userId, t.kind, t.slot)
      .where(sql`${t.supersededAt} is null and (${t.slot} <> 'other' or ${t.kind} = 'business')`),
    index('documents_sha').on(t.sha256),
  ],
)
export type DocumentRow = typeof documents.$inferSelect
