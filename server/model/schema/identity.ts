import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, rowId, wholeNumber } from '#server/platform/database/columns.ts'

/** Accounts of the embedded identity provider (choices §2.2). */
export const idpAccounts = pgTable(
  'idp_accounts',
  {
    id: rowId(),
    sub: text().notNull().unique(),
    email: text().notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    passwordHash: text('password_hash').notNull(),
    name: text(),
    /**
     * Counts changes of the password and of the other sign-in methods: a sign-in that was proven by a former one
     * ends.
     */
    version: integer().notNull().default(1),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
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
    consumedAt: moment('consumed_at'),
    expiresAt: moment('expires_at'),
  },
  (t) => [
    primaryKey({ columns: [t.model, t.id] }),
    index('idp_records_grant').on(t.grantId),
    index('idp_records_uid').on(t.uid),
    index('idp_records_expires').on(t.expiresAt),
  ],
)

/** Single-use links for a new password at the embedded provider, stored as hashes. */
export const idpLinks = pgTable(
  'idp_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    accountId: wholeNumber('account_id')
      .notNull()
      .references(() => idpAccounts.id, { onDelete: 'cascade' }),
    purpose: text().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('idp_links_account').on(t.accountId)],
)

/**
 * Addresses to be proven before they have an account, one per sign-in in progress. The proofs work in the
 * browser that began only, and are null if the email contained none.
 */
export const idpSignUps = pgTable(
  'idp_sign_ups',
  {
    /** The sign-in in progress. */
    uid: text().primaryKey(),
    /** SHA-256 of the mark of the browser that began. */
    browserHash: text('browser_hash').notNull(),
    email: text().notNull(),
    /**
     * Keyed with the link's token, of which only the hash is stored, so that the table alone doesn't allow
     * trying codes.
     */
    codeHash: text('code_hash'),
    tokenHash: text('token_hash').unique(),
    /** Wrong codes since it was sent. */
    tries: integer().notNull().default(0),
    sentAt: moment('sent_at').notNull(),
    /** When the code was entered: a password may be chosen now. */
    provenAt: moment('proven_at'),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('idp_sign_ups_expires').on(t.expiresAt)],
)

/** Browsers that have signed in to an account of the embedded provider, by the hash of their mark. */
export const idpDevices = pgTable(
  'idp_devices',
  {
    accountId: wholeNumber('account_id')
      .notNull()
      .references(() => idpAccounts.id, { onDelete: 'cascade' }),
    deviceHash: text('device_hash').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.deviceHash] }), index('idp_devices_seen').on(t.seenAt)],
)

/** Consecutive wrong passwords, by a hash of the address and, for a known browser, of the browser. */
export const idpTries = pgTable(
  'idp_tries',
  {
    key: text().primaryKey(),
    failures: integer().notNull(),
    /** No attempt counts, or is checked, before this. */
    nextAt: moment('next_at').notNull(),
    forgetAt: moment('forget_at').notNull(),
  },
  (t) => [index('idp_tries_forget').on(t.forgetAt)],
)

/** Passkeys of the embedded provider's accounts; the private keys stay on people's devices. */
export const idpPasskeys = pgTable(
  'idp_passkeys',
  {
    id: rowId(),
    accountId: wholeNumber('account_id')
      .notNull()
      .references(() => idpAccounts.id, { onDelete: 'cascade' }),
    /** The device's id for it, in base64url. */
    credentialId: text('credential_id').notNull().unique(),
    publicKey: text('public_key').notNull(),
    /** How often it was used, if the device counts; a decrease means that it was copied. */
    counter: wholeNumber('counter').notNull(),
    /** Transports, separated by commas. */
    transports: text().notNull(),
    name: text().notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (t) => [index('idp_passkeys_account').on(t.accountId)],
)

/** An account's authenticator app, at most one. */
export const idpAuthenticators = pgTable('idp_authenticators', {
  accountId: wholeNumber('account_id')
    .primaryKey()
    .references(() => idpAccounts.id, { onDelete: 'cascade' }),
  /** Encrypted with a key that isn't in the database. */
  sealedSecret: text('sealed_secret').notNull(),
  /** When a first code proved that the app has the secret; no code is asked for before. */
  confirmedAt: moment('confirmed_at'),
  /** The latest time step whose code was used, so that no code works twice. */
  lastStep: wholeNumber('last_step').notNull(),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at'),
})

/** Recovery codes by keyed hash, each used once. */
export const idpRecoveryCodes = pgTable(
  'idp_recovery_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    accountId: wholeNumber('account_id')
      .notNull()
      .references(() => idpAccounts.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [index('idp_recovery_codes_account').on(t.accountId)],
)

/** What a passkey must sign next, one per sign-in in progress or session that adds one. Used once. */
export const idpChallenges = pgTable(
  'idp_challenges',
  {
    owner: text().primaryKey(),
    challenge: text().notNull(),
    /** Whose password was right, or who adds a passkey; null before anyone is identified. */
    accountId: wholeNumber('account_id').references(() => idpAccounts.id, { onDelete: 'cascade' }),
    /** The account's version when its password was right. */
    accountVersion: integer('account_version'),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('idp_challenges_account').on(t.accountId), index('idp_challenges_expires').on(t.expiresAt)],
)
