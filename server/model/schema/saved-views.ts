import { jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, rowId, wholeNumber } from '#server/platform/database/columns.ts'
import { users } from './users.ts'

/** Staff's saved filters and sort orders of lists, each with a name. Search texts aren't included. */
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
