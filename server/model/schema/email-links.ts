import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, wholeNumber } from '#server/platform/database/columns.ts'
import { users } from './users.ts'

/** Links that confirm a system email; only the SHA-256 of the token is kept. A newer link ends the former ones. */
export const emailLinks = pgTable(
  'email_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: wholeNumber('user_id')
      .notNull()
      .references(() => users.id),
    email: text().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('email_links_user').on(t.userId)],
)
