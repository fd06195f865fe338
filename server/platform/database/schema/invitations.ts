import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { mails } from './mails.ts'
import { users } from './users.ts'

/** Beta invitations: one for each address, however often it is sent. */
export const invitations = pgTable(
  'invitations',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    email: text().notNull(),
    name: text(),
    invitedAt: timestamp('invited_at', { withTimezone: true }).notNull(),
    /** Null where the system sent it. */
    invitedBy: bigint('invited_by', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    /** How far its last email came; whether it has expired or was accepted follows from the moments below. */
    status: text().notNull().default('pending'),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    acceptedAt: timestamp('accepted_at', { withTimezone: true }),
    /** Who has registered with this address. */
    userId: bigint('user_id', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    resentAt: timestamp('resent_at', { withTimezone: true }),
    resentBy: bigint('resent_by', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    // Of two who invite one address at once, one does.
    uniqueIndex('invitations_email').on(sql`lower(${t.email})`),
    index('invitations_invited').on(t.invitedAt, t.id),
    index('invitations_user').on(t.userId),
    index('invitations_invited_by').on(t.invitedBy).where(sql`${t.invitedBy} is not null`),
    index('invitations_resent_by').on(t.resentBy).where(sql`${t.resentBy} is not null`),
  ],
)
export type InvitationRow = typeof invitations.$inferSelect

/** Each email that carried an invitation. Of its links only the SHA-256 of their tokens is kept (security R5). */
export const invitationMails = pgTable(
  'invitation_mails',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    invitationId: bigint('invitation_id', { mode: 'number' })
      .notNull()
      .references(() => invitations.id, { onDelete: 'cascade' }),
    mailId: bigint('mail_id', { mode: 'number' })
      .notNull()
      .unique()
      .references(() => mails.id),
    linkHash: text('link_hash').notNull().unique(),
    openHash: text('open_hash').notNull().unique(),
    unsubscribeHash: text('unsubscribe_hash').notNull().unique(),
  },
  (t) => [index('invitation_mails_of').on(t.invitationId, t.id)],
)
