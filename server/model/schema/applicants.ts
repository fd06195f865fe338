import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, wholeNumber } from '#server/platform/database/columns.ts'
import { users } from './users.ts'

/** The issuer of provisional users for visitors' applications; every real issuer is a URL. */
export const APPLICANT_ISSUER = 'applicant'

/** Visitors' applications: each belongs to a provisional row in `users` until its owner has an account. */
export const applicants = pgTable(
  'applicants',
  {
    userId: wholeNumber('user_id')
      .primaryKey()
      .references(() => users.id),
    /** Here and not in `users`, where it would take the address from an account that has it. */
    email: text().notNull(),
    /** When the code sent to the address was entered; null if the application is older than codes, or has expired. */
    provenAt: moment('proven_at'),
    /** The kind of account it was started for. */
    kind: text(),
    /** When its owner was told that it will be deleted soon. */
    remindedAt: moment('reminded_at'),
    /**
     * Read by the version before `applicant_sessions`. Nothing writes it any more, and a later release removes
     * it.
     */
    tokenHash: text('token_hash').unique(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    index('applicants_expires').on(t.expiresAt),
    // With collation C only ASCII letters have two cases, as in `isSameAddress`.
    uniqueIndex('applicants_proven_email')
      .on(sql`lower(${t.email} collate "C")`)
      .where(sql`${t.provenAt} is not null`),
  ],
)

/** The browsers in which an application is open. Only the SHA-256 of the cookie's token is stored. */
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
 * Codes sent to prove an address, one per requesting browser. The code is keyed with the browser's token, of
 * which only the SHA-256 is stored, so that the table alone doesn't allow trying codes.
 */
export const applicantCodes = pgTable(
  'applicant_codes',
  {
    tokenHash: text('token_hash').primaryKey(),
    email: text().notNull(),
    kind: text(),
    codeHash: text('code_hash').notNull(),
    /** Wrong codes since it was sent. */
    tries: integer().notNull(),
    sentAt: moment('sent_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('applicant_codes_expires').on(t.expiresAt)],
)
