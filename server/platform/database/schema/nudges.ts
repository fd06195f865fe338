import { bigint, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Reminders of drafts that were left alone, each once. Of the link that stops them only the SHA-256 is kept (security R5). */
export const draftNudges = pgTable(
  'draft_nudges',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id),
    kind: text().notNull(),
    /** Since when the draft was left alone: whoever goes on and leaves it again is reminded again. */
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
    day: integer().notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('draft_nudges_once').on(t.userId, t.kind, t.savedAt, t.day),
    index('draft_nudges_user').on(t.userId),
  ],
)

/** Who wants no such reminders. */
export const nudgeOptOuts = pgTable('nudge_opt_outs', {
  userId: bigint('user_id', { mode: 'number' })
    .primaryKey()
    .references(() => users.id),
  at: timestamp({ withTimezone: true }).notNull(),
})
