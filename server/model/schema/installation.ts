import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment, wholeNumber } from '#server/platform/database/columns.ts'

/**
 * Scripts, styles and fonts of this release and of former ones. The contents are in the file store; what is sent to browsers
 * has to be what was written down here.
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

/** The one row that says which installation this database is. Its id stands in the file store as well. */
export const installation = pgTable(
  'installation',
  {
    one: boolean().primaryKey().default(true),
    id: uuid().notNull().defaultRandom(),
    /** Where the database was when a process last started on it. Another place means that it is a restored copy. */
    place: text(),
    /** Of the folder of the embedded database, which is copied whole: what no copy has the same. */
    folder: text(),
    /** Counted on here first and in the file store after it. Where the store is ahead, the database was set back. */
    generation: bigint({ mode: 'number' }).notNull().default(0),
    /** Whether the list of erasures beside the files has yet to be carried out, before anyone is served. */
    erasuresDue: boolean('erasures_due').notNull().default(false),
    migratedAt: moment('migrated_at').notNull().defaultNow(),
    restoredAt: moment('restored_at'),
    /** Since when people can read only; null while they can work. */
    maintenanceSince: moment('maintenance_since'),
    /** Since when rows are written as the former release can't read them; null while it may still serve. */
    sealedSince: moment('sealed_since').defaultNow(),
  },
  (t) => [check('installation_one', sql`${t.one}`)],
)

/**
 * Files on their way: an upload that has no row yet, or a file whose row was deleted. Only what stands here is ever
 * swept, so a database that doesn't know the files of a store can't lose them.
 */
export const fileJournal = pgTable(
  'file_journal',
  {
    key: text().primaryKey(),
    /** Of an upload: the key under which its picture to show would lie. */
    renditionKey: text('rendition_key'),
    purpose: text().$type<'upload' | 'removal'>().notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    index('file_journal_at').on(t.at),
    check('file_journal_purpose', sql`${t.purpose} in ('upload', 'removal')`),
  ],
)
