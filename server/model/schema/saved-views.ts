import { jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, rowId, wholeNumber } from '#server/platform/database/columns.ts'
import { users } from './users.ts'

/** How staff narrowed and sorted a list, each under a name of theirs. What they typed to find people is not in it. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: rowId(),
    userId: wholeNumber('user_id')
      .notNull()
      .references(() => users.id),
    list: text().notNull(),
    name: text().notNull(),
    search: jsonb().notNull(),
    savedAt: moment('saved_at').notNull(),
  },
  (t) => [uniqueIndex('saved_views_name').on(t.userId, t.list, t.name)],
)
