import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

/** Accounts of the embedded identity provider (decisions §2). */
export const idpAccounts = pgTable(
  'idp_accounts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sub: text().notNull().unique(),
    email: text().notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    passwordHash: text('password_hash').notNull(),
    name: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [uniqueIndex('idp_accounts_email').on(sql`lower(${t.email})`)],
)

/** Grants, codes, sessions and interactions of the embedded provider, as its adapter stores them. */
export const idpRecords = pgTable(
  'idp_records',
  {
    model: text().notNull(),
    id: text().notNull(),
    payload: jsonb().notNull(),
    grantId: text('grant_id'),
    userCode: text('user_code'),
    uid: text(),
    consumedAt: timestamp('consumed_at', { withTimezone: true }),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.model, t.id] }),
    index('idp_records_grant').on(t.grantId),
    index('idp_records_uid').on(t.uid),
    index('idp_records_expires').on(t.expiresAt),
  ],
)

/** Single-use links of the embedded provider (email confirmation, password reset), stored hashed. */
export const idpLinks = pgTable(
  'idp_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => idpAccounts.id, { onDelete: 'cascade' }),
    purpose: text().notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [index('idp_links_account').on(t.accountId)],
)
