import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
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
    userId: bigint('user_id', { mode: 'number' })
      .primaryKey()
      .references(() => users.id),
    /** As the visitor typed it. Here and not in `users`, where it would take the address from its owner. */
    email: text().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [index('applicants_expires').on(t.expiresAt)],
)
