import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment, rowId, sealedJson, wholeNumber } from '#server/platform/database/columns.ts'

/** People known to the product, keyed by issuer and `sub` of their identity provider (security R3). */
export const users = pgTable(
  'users',
  {
    id: rowId(),
    issuer: text().notNull(),
    auth0Id: text('auth0_id').notNull(),
    /** The provider's claims, refreshed at each sign-in; rules for staff and admins read this pair only. */
    auth0Email: text('auth0_email'),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** The system email, unconfirmed until its link is followed (choices §2.6). */
    email: text(),
    emailConfirmedAt: moment('email_confirmed_at'),
    /** The confirmed address that emails still go to while `email` isn't confirmed. */
    formerEmail: text('former_email'),
    name: text(),
    nickname: text(),
    picture: text(),
    company: text(),
    userType: text('user_type'),
    /** A trader or investor choice that awaits its certification (choices §4.1). */
    pendingUserType: text('pending_user_type'),
    /** The investor category in force, for which a statement is held (onboarding §7.2). */
    investorCategory: text('investor_category'),
    isTrader: boolean('is_trader').notNull().default(false),
    isInvestor: boolean('is_investor').notNull().default(false),
    isSeller: boolean('is_seller').notNull().default(false),
    isDeveloper: boolean('is_developer').notNull().default(false),
    isBuyer: boolean('is_buyer').notNull().default(false),
    isCorporate: boolean('is_corporate').notNull().default(false),
    isAdmin: boolean('is_admin').notNull().default(false),
    isSuperAdmin: boolean('is_super_admin').notNull().default(false),
    /** Names of further roles; the table of roles says what each may do. */
    roles: text().array().notNull().default(sql`'{}'`),
    adminRoleAssignedAt: moment('admin_role_assigned_at'),
    adminRoleAssignedBy: text('admin_role_assigned_by'),
    onboardingCompletedAt: moment('onboarding_completed_at'),
    disabledAt: moment('disabled_at'),
    /** Suspended by staff until lifted, with who and why; unlike with a closed account nothing is ended. */
    suspendedAt: moment('suspended_at'),
    suspendedBy: wholeNumber('suspended_by'),
    suspensionReason: text('suspension_reason'),
    lastLogin: moment('last_login'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('users_issuer_sub').on(t.issuer, t.auth0Id),
    uniqueIndex('users_email').on(sql`lower(${t.email})`),
    index('users_created').on(t.createdAt, t.id),
    /** Roles and clients are matched by the address someone signs in with. */
    index('users_auth0_email').on(sql`lower(${t.auth0Email})`),
    index('users_with_roles').on(t.id).where(sql`${t.roles} <> '{}'`).concurrently(),
    index('users_administrators').on(t.id).where(sql`${t.isAdmin} or ${t.isSuperAdmin}`),
    index('users_suspended').on(t.id).where(sql`${t.suspendedAt} is not null`),
  ],
)
export type UserRow = typeof users.$inferSelect

const person = (column: string) => wholeNumber(column).references(() => users.id)

/** Changes of a person's details that staff propose on their behalf; each needs a second member of staff. */
export const accountChanges = pgTable(
  'account_changes',
  {
    id: rowId(),
    userId: person('user_id').notNull(),
    field: text().notNull(),
    state: text().notNull(),
    /** The field's values before and after the change. */
    before: sealedJson<Record<string, string>>('before').notNull(),
    after: sealedJson<Record<string, string>>('after').notNull(),
    reason: text().notNull(),
    /** The evidence that the proposer has seen, and the person's stored document, if it is one. */
    evidence: text().notNull(),
    documentId: uuid('document_id'),
    proposedBy: person('proposed_by').notNull(),
    proposedAt: moment('proposed_at').notNull(),
    decidedBy: person('decided_by'),
    decidedAt: moment('decided_at'),
    note: text(),
  },
  (t) => [
    uniqueIndex('account_changes_open').on(t.userId, t.field).where(sql`${t.state} = 'open'`),
    index('account_changes_user').on(t.userId, t.id),
    index('account_changes_waiting').on(t.id).where(sql`${t.state} = 'open'`),
    index('account_changes_proposed_by').on(t.proposedBy),
    index('account_changes_decided_by').on(t.decidedBy).where(sql`${t.decidedBy} is not null`),
    check('account_changes_state_known', sql`${t.state} in ('open', 'confirmed', 'declined')`),
    check('account_changes_field_known', sql`${t.field} in ('name', 'email', 'phone', 'address')`),
    check('account_changes_two_people', sql`${t.state} <> 'confirmed' or ${t.decidedBy} <> ${t.proposedBy}`),
  ],
)
export type AccountChangeRow = typeof accountChanges.$inferSelect

/** Links that confirm a system email; only the SHA-256 of the token is stored. A newer link ends earlier ones. */
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
