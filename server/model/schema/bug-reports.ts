import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, rowId, wholeNumber } from '#server/platform/database/columns.ts'
import { users } from './users.ts'

/** Bug reports: the text, the page's path and the person if signed in; nothing else about them. */
export const bugReports = pgTable(
  'bug_reports',
  {
    id: rowId(),
    /** Identifies the report: a retry doesn't write a second one (security R49). */
    reportKey: text('report_key').notNull().unique(),
    userId: wholeNumber('user_id').references(() => users.id, { onDelete: 'set null' }),
    description: text().notNull(),
    pagePath: text('page_path'),
    userAgent: text('user_agent'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    index('bug_reports_created').on(t.createdAt),
    index('bug_reports_user').on(t.userId),
    check('bug_reports_description', sql`char_length(${t.description}) between 1 and 5000`),
  ],
)
