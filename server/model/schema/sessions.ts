import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, rowId, wholeNumber } from '#server/platform/database/columns.ts'
import { users } from './users.ts'

/** Server-side sessions; only the SHA-256 of the cookie's token is stored (security R5). */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: wholeNumber('user_id')
      .notNull()
      .references(() => users.id),
    /** When the person last authenticated; sensitive acts require a recent one (security R11). */
    authTime: moment('auth_time').notNull(),
    /** Whether the provider said that a second factor was used, which staff may need (security R21). */
    hasSecondFactor: boolean('has_second_factor').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    /** The absolute end; the idle end follows from lastSeenAt. */
    expiresAt: moment('expires_at').notNull(),
    ip: text(),
    userAgent: text('user_agent'),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expires').on(t.expiresAt)],
)

/** A sign-in in progress: bound to the starting browser by a cookie, used once (security R1). */
export const signInAttempts = pgTable('sign_in_attempts', {
  stateHash: text('state_hash').primaryKey(),
  browserHash: text('browser_hash').notNull(),
  codeVerifier: text('code_verifier').notNull(),
  nonce: text().notNull(),
  returnTo: text('return_to').notNull(),
  /** From the invitation's link that led here. */
  invitationHash: text('invitation_hash'),
  expiresAt: moment('expires_at').notNull(),
})

/** Each completed sign-in, for administration's activity lists. */
export const signIns = pgTable(
  'sign_ins',
  {
    id: rowId(),
    userId: wholeNumber('user_id')
      .notNull()
      .references(() => users.id),
    email: text(),
    method: text().notNull(),
    at: moment('at').notNull(),
    ip: text(),
  },
  (t) => [
    index('sign_ins_user').on(t.userId, t.at),
    index('sign_ins_at').on(t.at, t.id),
    /** Finds rarely used methods without reading all the others. */
    index('sign_ins_method').on(t.method, t.at, t.id),
    index('sign_ins_email_trgm').using('gin', sql`lower(${t.email}) gin_trgm_ops`),
  ],
)
