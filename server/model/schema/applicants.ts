import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, wholeNumber } from '#server/platform/database/columns.ts'
import { users } from './users.ts'

/** The issuer of the provisional users that hold visitors' applications; every real issuer is an address. */
export const APPLICANT_ISSUER = 'applicant'

/** Visitors' applications: each is held by a provisional row in `users` until its owner has an account. */
export const applicants = pgTable(
  'applicants',
  {
    userId: wholeNumber('user_id')
      .primaryKey()
      .references(() => users.id),
    /** Here and not in `users`, where it would take the address from an account that has it. */
    email: text().notNull(),
    /** When a code sent to the address was entered; null where the application is older than codes, or its time is over. */
    provenAt: moment('proven_at'),
    /** The kind of account it was started for. */
    kind: text(),
    /** When its owner was told that it will be deleted soon. */
    remindedAt: moment('reminded_at'),
    /** Read by the version before `applicant_sessions`; nothing writes it now, and a later release removes it. */
    tokenHash: text('token_hash').unique(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    index('applicants_expires').on(t.expiresAt),
    // In the order of C only ASCII letters have two cases, as in `isSameAddress`.
    uniqueIndex('applicants_proven_email')
      .on(sql`lower(${t.email} collate "C")`)
      .where(sql`${t.provenAt} is not null`),
  ],
)

/** Where an application is open: one row for each browser. Only the SHA-256 of the cookie's token is kept. */
export const applicantSessions = pgTable(
  'applicant_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: wholeNumber('user_id')
      .notNull()
      .references(() => applicants.userId, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [index('applicant_sessions_user').on(t.userId)],
)

/**
 * Codes sent to prove an address, one for each browser that asked. The code is keyed by the browser's token, of which only
 * the SHA-256 is kept: anyone who reads the table can try no code.
 */
export const applicantCodes = pgTable(
  'applicant_codes',
  {
    tokenHash: text('token_hash').primaryKey(),
    email: text().notNull(),
    kind: text(),
    codeHash: text('code_hash').notNull(),
    /** Wrong codes entered since it was sent. */
    tries: integer().notNull(),
    sentAt: moment('sent_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('applicant_codes_expires').on(t.expiresAt)],
)
