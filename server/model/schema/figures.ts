import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, rowId, wholeNumber } from '#server/platform/database/columns.ts'

/**
 * Daily counts for the staff dashboard (decision 060): a figure is the sum of its rows. Triggers only add rows,
 * so that writers never wait for each other; the job `fold-figures` merges many into one. What counts for which
 * figure is defined in the database only, by `figures_of_case` and `figures_of_beginner`.
 */
export const keptFigures = pgTable(
  'kept_figures',
  {
    id: rowId(),
    name: text().notNull(),
    /** A day in London; `-infinity` if the figure has none. */
    day: date().notNull(),
    n: wholeNumber('n').notNull(),
  },
  (t) => [index('kept_figures_name').on(t.name, t.day)],
)

/**
 * How far everyone who ever began got, from their events; a visitor becomes one person with the account that
 * claimed the application.
 */
export const begunPeople = pgTable(
  'begun_people',
  {
    userId: wholeNumber('user_id').primaryKey(),
    claimedBy: wholeNumber('claimed_by'),
    /** When they last began, with an account or as a visitor; null if they never did. */
    beganAt: moment('began_at'),
    /** What their events and roles show, as bits: see `marks_of_event`. */
    marks: integer().notNull(),
  },
  (t) => [
    // Read by the lists behind the funnel, which cover a few weeks.
    index('begun_people_began').on(t.beganAt).concurrently(),
    // People who work here and have taken no step as a customer: few.
    index('begun_people_colleagues').on(t.userId).where(sql`${t.marks} & 508 = 256`).concurrently(),
  ],
)

/** The first decision on each submission, and since when it was waited for. */
export const firstDecisions = pgTable(
  'first_decisions',
  {
    eventId: bigint('event_id', { mode: 'number' }).primaryKey(),
    decidedAt: moment('decided_at').notNull(),
    waitedSince: moment('waited_since').notNull(),
  },
  (t) => [index('first_decisions_decided').on(t.decidedAt, t.waitedSince)],
)

/**
 * How far the counts were filled from what existed before them: later rows are counted when the fill reaches
 * them.
 */
export const figureFills = pgTable('figure_fills', {
  source: text().primaryKey(),
  filledTo: wholeNumber('filled_to').notNull(),
  isWhole: boolean('is_whole').notNull(),
})
