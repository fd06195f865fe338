import { sql } from 'drizzle-orm'
import {
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { ListStamp, MatchExplanation } from '#contract/screening/sanctions.ts'
import type { SeenPair, TrialFigure } from '#contract/screening/screening.ts'
import type { ListedEntry, ScreeningSubject } from '#domain/screening/screening-records.ts'
import {
  bytea,
  moment,
  rowId,
  sealedJson,
  sealedText,
  wholeNumber,
} from '#server/platform/database/columns.ts'
import { cases } from './cases.ts'
import { users } from './users.ts'

/** Every sanctions list that was ever imported; of each source one is in force, whose entries are kept. */
export const sanctionsLists = pgTable(
  'sanctions_lists',
  {
    id: rowId(),
    source: text().notNull(),
    format: text().notNull(),
    version: text().notNull(),
    /** As the list says; else the day of its import. Its age counts from here. */
    publishedOn: text('published_on').notNull(),
    /** Of the file, as it was read. */
    sha256: text().notNull(),
    entries: integer().notNull(),
    /** By which version of the look-up the keys of its entries were made. */
    matcher: integer().notNull().default(1),
    importedAt: moment('imported_at').notNull(),
    retiredAt: moment('retired_at'),
  },
  (t) => [uniqueIndex('sanctions_lists_in_force').on(t.source).where(sql`${t.retiredAt} is null`)],
)
export type SanctionsListRow = typeof sanctionsLists.$inferSelect

/** How the fetching of each list stands: with what to ask next time, and since when it has not worked. */
export const sanctionsFetches = pgTable('sanctions_fetches', {
  source: text().primaryKey(),
  /** Of the file that was fetched last, and what its server said of its version. */
  url: text(),
  etag: text(),
  lastModified: text('last_modified'),
  /** When the publisher was last heard of; what is in force was the latest then. */
  renewedAt: moment('renewed_at'),
  /** Why it has not worked since; null where it has. */
  failure: text(),
  triedAt: moment('tried_at').notNull(),
})
export type SanctionsFetchRow = typeof sanctionsFetches.$inferSelect

/** The entries of the lists in force. */
export const sanctionsEntries = pgTable(
  'sanctions_entries',
  {
    listId: wholeNumber('list_id')
      .notNull()
      .references(() => sanctionsLists.id),
    ref: text().notNull(),
    kind: text().notNull(),
    data: jsonb().$type<ListedEntry>().notNull(),
    /** Of what a comparison reads of `data`. */
    hash: text().notNull(),
    /** Unused since 0.2: the former release looks up entries by them while it still serves. */
    keys: text().array().notNull().default([]),
  },
  (t) => [primaryKey({ columns: [t.listId, t.ref] }), index('sanctions_entries_keys').using('gin', t.keys)],
)

/**
 * By what the names of a list in force are found (law §3.3, step 2): arrays of numbers, each under its name, in pieces that
 * a connection carries easily. They are written with the list and never changed.
 */
export const sanctionsIndexes = pgTable(
  'sanctions_indexes',
  {
    listId: wholeNumber('list_id')
      .notNull()
      .references(() => sanctionsLists.id),
    part: text().notNull(),
    piece: integer().notNull(),
    bytes: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.listId, t.part, t.piece] })],
)

/**
 * The latest screening of each case: who was looked for, and in exactly which lists. Staff alone read it, because telling
 * the person would be tipping off (law §3.2); it knows its person by the case.
 */
export const caseScreenings = pgTable('case_screenings', {
  caseId: wholeNumber('case_id')
    .primaryKey()
    .references(() => cases.id, { onDelete: 'cascade' }),
  /** The submission it looked at; 0 once anything of it was changed since, which a trigger of the database notes. */
  round: integer().notNull(),
  /** In rising order, so that they can be compared. */
  listIds: wholeNumber('list_ids').array().notNull(),
  lists: jsonb().$type<ListStamp[]>().notNull(),
  subjects: sealedJson<ScreeningSubject[]>('subjects').notNull(),
  screenedAt: moment('screened_at').notNull(),
  /** The bar it raised matches by; below it, pairs are only kept. */
  possibleFrom: doublePrecision('possible_from').notNull().default(0.8),
  /** Who was alike and not raised: a few of each subject, those of former screenings included. */
  seen: jsonb().$type<SeenPair[]>().notNull().default([]),
})
export type CaseScreeningRow = typeof caseScreenings.$inferSelect

/** The one row of what super admins have set; without it the usual values are in force. */
export const screeningSettings = pgTable(
  'screening_settings',
  {
    id: integer().primaryKey(),
    /** Counts every change; one made on a stale version is refused. */
    version: integer().notNull(),
    possibleFrom: doublePrecision('possible_from').notNull(),
    maxAgeDays: integer('max_age_days').notNull(),
    changedAt: moment('changed_at').notNull(),
    changedBy: wholeNumber('changed_by')
      .notNull()
      .references(() => users.id),
    reason: text().notNull(),
  },
  (t) => [
    check('screening_settings_one', sql`${t.id} = 1`),
    index('screening_settings_changed_by').on(t.changedBy),
  ],
)
export type ScreeningSettingsRow = typeof screeningSettings.$inferSelect

/** A test of the screening on the lists in force: how many of listed people and companies with slips it finds. */
export const screeningTrials = pgTable(
  'screening_trials',
  {
    id: rowId(),
    askedAt: moment('asked_at').notNull(),
    /** Null while it waits or runs. */
    endedAt: moment('ended_at'),
    failure: text(),
    /** On which lists, by which version of the matcher, and with which seed, so that it can be repeated. */
    lists: jsonb().$type<ListStamp[]>().notNull(),
    matcher: integer().notNull(),
    seed: integer().notNull(),
    /** The bar that was in force when it was asked for. */
    possibleFrom: doublePrecision('possible_from').notNull().default(0.8),
    figures: jsonb().$type<TrialFigure[]>(),
  },
  // One at a time.
  (t) => [
    uniqueIndex('screening_trials_running').on(sql`(${t.endedAt} is null)`).where(sql`${t.endedAt} is null`),
  ],
)

/** Who was found, why, and what a person said of it. One that changed is ended, and a new one asks again. */
export const screeningMatches = pgTable(
  'screening_matches',
  {
    id: rowId(),
    caseId: wholeNumber('case_id')
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    subjectKey: text('subject_key').notNull(),
    /** Of what was compared; equal ones are encrypted alike, so that decisions on the same person are found in other cases. */
    subjectHash: sealedText('subject_hash').notNull(),
    source: text().notNull(),
    entryRef: text('entry_ref').notNull(),
    entryHash: text('entry_hash').notNull(),
    /** As it stood on the list when it was last found: lists change. */
    entry: jsonb().$type<ListedEntry>().notNull(),
    list: jsonb().$type<ListStamp>().notNull(),
    level: text().notNull(),
    score: doublePrecision().notNull(),
    explanation: sealedJson<MatchExplanation>('explanation').notNull(),
    foundAt: moment('found_at').notNull(),
    /** Counts every decision; one made on a stale version is refused. */
    version: integer().notNull().default(0),
    state: text().notNull().default('open'),
    comment: text(),
    decidedAt: moment('decided_at'),
    decidedBy: wholeNumber('decided_by').references(() => users.id),
    /** What one person said, where a second one has to say the same; null where nothing waits for that. */
    proposedState: text('proposed_state'),
    proposedBy: wholeNumber('proposed_by').references(() => users.id),
    proposedAt: moment('proposed_at'),
    proposedComment: text('proposed_comment'),
    endedAt: moment('ended_at'),
    /** When administrators were told of it; null until then. */
    toldAt: moment('told_at'),
  },
  (t) => [
    uniqueIndex('screening_matches_standing')
      .on(t.caseId, t.subjectKey, t.source, t.entryRef)
      .where(sql`${t.endedAt} is null`),
    index('screening_matches_open').on(t.id).where(sql`${t.state} = 'open' and ${t.endedAt} is null`),
    index('screening_matches_untold')
      .on(t.id)
      .where(sql`${t.state} = 'open' and ${t.endedAt} is null and ${t.toldAt} is null`),
    index('screening_matches_case').on(t.caseId, t.id),
    // Former decisions on whom an entry is about.
    index('screening_matches_entry').on(t.source, t.entryRef).concurrently(),
    index('screening_matches_proposed_by')
      .on(t.proposedBy)
      .where(sql`${t.proposedBy} is not null`)
      .concurrently(),
    index('screening_matches_decided_by').on(t.decidedBy).where(sql`${t.decidedBy} is not null`),
  ],
)
export type ScreeningMatchRow = typeof screeningMatches.$inferSelect
