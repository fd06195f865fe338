import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, rowId, wholeNumber } from '#server/platform/database/columns.ts'

/** People known to the product, keyed by issuer and `sub` of their identity provider (choices §2, security R3). */
export const users = pgTable(
  'users',
  {
    id: rowId(),
    issuer: text().notNull(),
    auth0Id: text('auth0_id').notNull(),
    /** What the provider says, refreshed at each sign-in; staff and admin rules read only this pair. */
    auth0Email: text('auth0_email'),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** The system email, unconfirmed until its link is followed (choices §2). */
    email: text(),
    emailConfirmedAt: moment('email_confirmed_at'),
    /** The confirmed address that mail still goes to while `email` is not confirmed. */
    formerEmail: text('former_email'),
    name: text(),
    nickname: text(),
    picture: text(),
    company: text(),
    userType: text('user_type'),
    /** A trader or investor choice that waits for its certification (choices §4). */
    pendingUserType: text('pending_user_type'),
    /** The investor category in force: one of which a statement is held (onboarding §7). */
    investorCategory: text('investor_category'),
    isTrader: boolean('is_trader').notNull().default(false),
    isInvestor: boolean('is_investor').notNull().default(false),
    isSeller: boolean('is_seller').notNull().default(false),
    isDeveloper: boolean('is_developer').notNull().default(false),
    isBuyer: boolean('is_buyer').notNull().default(false),
    isCorporate: boolean('is_corporate').notNull().default(false),
    isAdmin: boolean('is_admin').notNull().default(false),
    isSuperAdmin: boolean('is_super_admin').notNull().default(false),
    /** Names of further roles; what each may, the table of roles says. */
    roles: text().array().notNull().default(sql`'{}'`),
    adminRoleAssignedAt: moment('admin_role_assigned_at'),
    adminRoleAssignedBy: text('admin_role_assigned_by'),
    onboardingCompletedAt: moment('onboarding_completed_at'),
    disabledAt: moment('disabled_at'),
    /** Kept out by staff until it is lifted, by whom and why; unlike a closed account nothing of it ends. */
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
    /** Roles and clients go by the address someone signs in with. */
    index('users_auth0_email').on(sql`lower(${t.auth0Email})`),
    index('users_with_roles').on(t.id).where(sql`${t.roles} <> '{}'`).concurrently(),
    index('users_administrators').on(t.id).where(sql`${t.isAdmin} or ${t.isSuperAdmin}`),
    index('users_suspended').on(t.id).where(sql`${t.suspendedAt} is not null`),
  ],
)
export type UserRow = typeof users.$inferSelect
