import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { moment, rowId, wholeNumber } from '#server/platform/database/columns.ts'
import { users } from './users.ts'

/**
 * Reminders about abandoned drafts, each sent once. Only the SHA-256 of the unsubscribe link is stored
 * (security R5).
 */
export const draftNudges = pgTable(
  'draft_nudges',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: wholeNumber('user_id')
      .notNull()
      .references(() => users.id),
    kind: text().notNull(),
    /** Since when the draft was abandoned: anyone who continues and leaves it again is reminded again. */
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

/** What a person should know, as the header's list shows it (cases, What people are told). */
export const notices = pgTable(
  'notices',
  {
    id: rowId(),
    /** Identifies the notice: a retry of its cause doesn't write a second one. */
    noticeKey: text('notice_key').notNull().unique(),
    userId: wholeNumber('user_id')
      .notNull()
      .references(() => users.id),
    title: text().notNull(),
    detail: text(),
    path: text(),
    /**
     * The person it is about, and whether their company is meant: `{about}` in the texts becomes their name
     * when it is read.
     */
    aboutUserId: wholeNumber('about_user_id').references(() => users.id),
    aboutKind: text('about_kind'),
    /** How many items of a batch it stands for. */
    number: integer().notNull().default(1),
    /** Until when it stays above the others, unless its task is done before; null if it isn't urgent. */
    urgentUntil: moment('urgent_until'),
    /** What must be done about an urgent one, the same for everyone who was told. */
    task: text(),
    handledAt: moment('handled_at'),
    createdAt: moment('created_at').notNull(),
    readAt: moment('read_at'),
  },
  (t) => [
    index('notices_user').on(t.userId, t.id),
    index('notices_unread').on(t.userId).where(sql`${t.readAt} is null`),
    index('notices_created').on(t.createdAt),
    index('notices_task').on(t.task).where(sql`${t.task} is not null and ${t.handledAt} is null`),
    index('notices_about').on(t.aboutUserId).where(sql`${t.aboutUserId} is not null`),
  ],
)
export type NoticeRow = typeof notices.$inferSelect
