import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, rowId, wholeNumber } from '#server/platform/database/columns.ts'
import { mails } from './mails.ts'
import { users } from './users.ts'

/** Beta invitations: one per address, however often it is sent. */
export const invitations = pgTable(
  'invitations',
  {
    id: rowId(),
    email: text().notNull(),
    name: text(),
    invitedAt: moment('invited_at').notNull(),
    /** Null if the system sent it. */
    invitedBy: wholeNumber('invited_by').references(() => users.id, { onDelete: 'set null' }),
    /** How far its last email got; whether it has expired or was accepted follows from the timestamps below. */
    status: text().notNull().default('pending'),
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
    /** Who has registered with this address. */
    userId: wholeNumber('user_id').references(() => users.id, { onDelete: 'set null' }),
    resentAt: moment('resent_at'),
    resentBy: wholeNumber('resent_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    // Of two concurrent invitations of one address, one succeeds.
    uniqueIndex('invitations_email').on(sql`lower(${t.email})`),
    index('invitations_invited').on(t.invitedAt, t.id),
    index('invitations_user').on(t.userId),
    index('invitations_invited_by').on(t.invitedBy).where(sql`${t.invitedBy} is not null`),
    index('invitations_resent_by').on(t.resentBy).where(sql`${t.resentBy} is not null`),
  ],
)
export type InvitationRow = typeof invitations.$inferSelect

/** Each email with an invitation. Only the SHA-256 of its links' tokens is stored (security R5). */
export const invitationMails = pgTable(
  'invitation_mails',
  {
    id: rowId(),
    invitationId: wholeNumber('invitation_id')
      .notNull()
      .references(() => invitations.id, { onDelete: 'cascade' }),
    mailId: wholeNumber('mail_id')
      .notNull()
      .unique()
      .references(() => mails.id),
    linkHash: text('link_hash').notNull().unique(),
    openHash: text('open_hash').notNull().unique(),
    unsubscribeHash: text('unsubscribe_hash').notNull().unique(),
  },
  (t) => [index('invitation_mails_of').on(t.invitationId, t.id)],
)
