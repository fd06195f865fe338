import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { moment, wholeNumber } from '#server/platform/database/columns.ts'
import { users } from './users.ts'

/** Reminders of drafts that were left alone, each once. Of the link that stops them only the SHA-256 is kept (security R5). */
export const draftNudges = pgTable(
  'draft_nudges',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: wholeNumber('user_id')
      .notNull()
      .references(() => users.id),
    kind: text().notNull(),
    /** Since when the draft was left alone: anyone who continues and leaves it again is reminded again. */
    savedAt: moment('saved_at').notNull(),
    day: integer().notNull(),
    sentAt: moment('sent_at').notNull(),
  },
  (t) => [
    unique('draft_nudges_once').on(t.userId, t.kind, t.savedAt, t.day),
    index('draft_nudges_user').on(t.userId),
  ],
)

/** Who wants no such reminders. */
export const nudgeOptOuts = pgTable('nudge_opt_outs', {
  userId: wholeNumber('user_id')
    .primaryKey()
    .references(() => users.id),
  at: moment('at').notNull(),
})
