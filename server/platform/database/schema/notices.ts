import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, rowId, wholeNumber } from './columns.ts'
import { users } from './users.ts'

/** What happened that a person should know, as the list in the header shows it (cases.md, Notices). */
export const notices = pgTable(
  'notices',
  {
    id: rowId(),
    /** What makes a notice the same notice: a retry of its cause writes no second one. */
    noticeKey: text('notice_key').notNull().unique(),
    userId: wholeNumber('user_id')
      .notNull()
      .references(() => users.id),
    title: text().notNull(),
    detail: text(),
    path: text(),
    createdAt: moment('created_at').notNull(),
    readAt: moment('read_at'),
  },
  (t) => [
    index('notices_user').on(t.userId, t.id),
    index('notices_unread').on(t.userId).where(sql`${t.readAt} is null`),
    index('notices_created').on(t.createdAt),
  ],
)
export type NoticeRow = typeof notices.$inferSelect
