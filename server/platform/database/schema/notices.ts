import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** What happened that a person should know, as the list in the header shows it (cases.md, Notices). */
export const notices = pgTable(
  'notices',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** What makes a notice the same notice: a retry of its cause writes no second one. */
    noticeKey: text('notice_key').notNull().unique(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id),
    title: text().notNull(),
    detail: text(),
    path: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    readAt: timestamp('read_at', { withTimezone: true }),
  },
  (t) => [
    index('notices_user').on(t.userId, t.id),
    index('notices_unread').on(t.userId).where(sql`${t.readAt} is null`),
    index('notices_created').on(t.createdAt),
  ],
)
export type NoticeRow = typeof notices.$inferSelect
