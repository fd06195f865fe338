import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, wholeNumber } from './columns.ts'
import { users } from './users.ts'

/** The issuer of the provisional users that hold visitors' applications; every real issuer is an address. */
export const APPLICANT_ISSUER = 'applicant'

/**
 * Applicant sessions (decisions §2): each holds one application that nobody has claimed yet, by a provisional row in
 * `users`. Only the SHA-256 of the cookie's token is kept (security R5).
 */
export const applicants = pgTable(
  'applicants',
  {
    userId: wholeNumber('user_id')
      .primaryKey()
      .references(() => users.id),
    /** As the visitor typed it. Here and not in `users`, where it would take the address from its owner. */
    email: text().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('applicants_expires').on(t.expiresAt)],
)
