import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment, wholeNumber } from '#server/platform/database/columns.ts'

/**
 * Scripts, styles and fonts of this and former releases. Contents are in the file store; what is sent to
 * browsers must match the hashes here.
 */
export const releaseAssets = pgTable('release_assets', {
  name: text().primaryKey(),
  sha256: text().notNull(),
  /** When a process of a release that has it last started. */
  namedAt: moment('named_at').notNull(),
})

/** Requests of each bucket and subject since its window opened, shared by all processes (security R54). */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: wholeNumber('expire'),
})

/** The one row that says which installation this database is. Its id is in the file store as well. */
export const installation = pgTable(
  'installation',
  {
    one: boolean().primaryKey().default(true),
    id: uuid().notNull().defaultRandom(),
    /**
     * Where the database was when a process last started on it. A different place means that it is a restored
     * copy.
     */
    place: text(),
    /** The identity of the embedded database's folder, which is copied as a whole: no copy has the same. */
    folder: text(),
    /** Increased here first, then in the file store. If the store's is higher, the database was set back. */
    generation: bigint({ mode: 'number' }).notNull().default(0),
    /** Whether the erasures listed next to the files still have to be applied before anyone is served. */
    erasuresDue: boolean('erasures_due').notNull().default(false),
    migratedAt: moment('migrated_at').notNull().defaultNow(),
    restoredAt: moment('restored_at'),
    /** Since when people can only read; null during normal operation. */
    maintenanceSince: moment('maintenance_since'),
    /**
     * Since when rows are written in a form that the former release can't read; null while that may still be
     * serving.
     */
    sealedSince: moment('sealed_since').defaultNow(),
  },
  (t) => [check('installation_one', sql`${t.one}`)],
)

/**
 * Files in transit: an upload without a row yet, or a file whose row was deleted. Only files listed here are
 * ever swept, so a database that doesn't know a store's files can't lose them.
 */
export const fileJournal = pgTable(
  'file_journal',
  {
    key: text().primaryKey(),
    /** For an upload: the key of its rendition. */
    renditionKey: text('rendition_key'),
    purpose: text().$type<'upload' | 'removal'>().notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    index('file_journal_at').on(t.at),
    check('file_journal_purpose', sql`${t.purpose} in ('upload', 'removal')`),
  ],
)
