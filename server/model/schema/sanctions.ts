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

/** Every sanctions list ever imported; one per source is in force, and its entries are kept. */
export const sanctionsLists = pgTable(
  'sanctions_lists',
  {
    id: rowId(),
    source: text().notNull(),
    format: text().notNull(),
    version: text().notNull(),
    /** The list's own date, otherwise that of its import. Its age counts from here. */
    publishedOn: text('published_on').notNull(),
    /** Of the file as it was read. */
    sha256: text().notNull(),
    entries: integer().notNull(),
    /** The version of the look-up that created its entries' keys. */
    matcher: integer().notNull().default(1),
    importedAt: moment('imported_at').notNull(),
    retiredAt: moment('retired_at'),
  },
  (t) => [uniqueIndex('sanctions_lists_in_force').on(t.source).where(sql`${t.retiredAt} is null`)],
)
export type SanctionsListRow = typeof sanctionsLists.$inferSelect

/** The state of fetching each list: what to send next time, and since when it has failed. */
export const sanctionsFetches = pgTable('sanctions_fetches', {
  source: text().primaryKey(),
  /** Of the file fetched last, with its server's version. */
  url: text(),
  etag: text(),
  lastModified: text('last_modified'),
  /** When the publisher last answered; what is in force was the latest then. */
  renewedAt: moment('renewed_at'),
  /** Why it has failed since; null if it hasn't. */
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
    /** Of the parts of `data` that a comparison reads. */
    hash: text().notNull(),
    /** Unused since 0.2: the former release looks up entries by them while it is still serving. */
    keys: text().array().notNull().default([]),
  },
  (t) => [primaryKey({ columns: [t.listId, t.ref] }), index('sanctions_entries_keys').using('gin', t.keys)],
)

/**
 * The index for finding the names of a list in force (law §3.3): arrays of numbers, each with its name,
 * in pieces that a connection transfers easily. Written with the list and never changed.
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
 * The latest screening of each case: who was looked for, and in exactly which lists. Only staff read it,
 * because telling the person would be tipping off (law §3.4); it refers to its person by the case.
 */
export const caseScreenings = pgTable('case_screenings', {
  caseId: wholeNumber('case_id')
    .primaryKey()
    .references(() => cases.id, { onDelete: 'cascade' }),
  /** The submission that was screened; 0 once anything in it was changed since, which a database trigger sets. */
  round: integer().notNull(),
  /** In ascending order, so that they can be compared. */
  listIds: wholeNumber('list_ids').array().notNull(),
  lists: jsonb().$type<ListStamp[]>().notNull(),
  subjects: sealedJson<ScreeningSubject[]>('subjects').notNull(),
  screenedAt: moment('screened_at').notNull(),
  /** Matches from this score on were raised; pairs below it are only kept. */
  possibleFrom: doublePrecision('possible_from').notNull().default(0.8),
  /** Similar entries that weren't raised: a few per subject, including those of former screenings. */
  seen: jsonb().$type<SeenPair[]>().notNull().default([]),
})
export type CaseScreeningRow = typeof caseScreenings.$inferSelect

/** The one row of super admins' settings; without it the defaults apply. */
export const screeningSettings = pgTable(
  'screening_settings',
  {
    id: integer().primaryKey(),
    /** Increases with every change; a change based on a stale version is refused. */
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

/**
 * A test of the screening with the lists in force: how many listed people and companies it finds despite errors
 * in their data.
 */
export const screeningTrials = pgTable(
  'screening_trials',
  {
    id: rowId(),
    askedAt: moment('asked_at').notNull(),
    /** Null while it waits or runs. */
    endedAt: moment('ended_at'),
    failure: text(),
    /** With which lists, matcher version and seed, so that it can be repeated. */
    lists: jsonb().$type<ListStamp[]>().notNull(),
    matcher: integer().notNull(),
    seed: integer().notNull(),
    /** The threshold in force when it was requested. */
    possibleFrom: doublePrecision('possible_from').notNull().default(0.8),
    figures: jsonb().$type<TrialFigure[]>(),
  },
  // One at a time.
  (t) => [
    uniqueIndex('screening_trials_running').on(sql`(${t.endedAt} is null)`).where(sql`${t.endedAt} is null`),
  ],
)

/** Who was found, why, and what a person decided. A match that changes is ended, and a new one is opened. */
export const screeningMatches = pgTable(
  'screening_matches',
  {
    id: rowId(),
    caseId: wholeNumber('case_id')
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    subjectKey: text('subject_key').notNull(),
    /**
     * Of what was compared; equal subjects are encrypted equally, so that decisions on the same person are
     * found in other cases.
     */
    subjectHash: sealedText('subject_hash').notNull(),
    source: text().notNull(),
    entryRef: text('entry_ref').notNull(),
    entryHash: text('entry_hash').notNull(),
    /** The entry as it was when it was last found, because lists change. */
    entry: jsonb().$type<ListedEntry>().notNull(),
    list: jsonb().$type<ListStamp>().notNull(),
    level: text().notNull(),
    score: doublePrecision().notNull(),
    explanation: sealedJson<MatchExplanation>('explanation').notNull(),
    foundAt: moment('found_at').notNull(),
    /** Increases with every decision; a decision based on a stale version is refused. */
    version: integer().notNull().default(0),
    state: text().notNull().default('open'),
    comment: text(),
    decidedAt: moment('decided_at'),
    decidedBy: wholeNumber('decided_by').references(() => users.id),
    /** The first person's decision, if a second one has to confirm it. */
    proposedState: text('proposed_state'),
    proposedBy: wholeNumber('proposed_by').references(() => users.id),
    proposedAt: moment('proposed_at'),
    proposedComment: text('proposed_comment'),
    endedAt: moment('ended_at'),
    /** When administrators were told about it; null until then. */
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
    // For former decisions about an entry.
    index('screening_matches_entry').on(t.source, t.entryRef).concurrently(),
    index('screening_matches_proposed_by')
      .on(t.proposedBy)
      .where(sql`${t.proposedBy} is not null`)
      .concurrently(),
    index('screening_matches_decided_by').on(t.decidedBy).where(sql`${t.decidedBy} is not null`),
  ],
)
export type ScreeningMatchRow = typeof screeningMatches.$inferSelect
