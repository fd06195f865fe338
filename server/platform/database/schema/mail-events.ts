import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { mails } from './mails.ts'

/** What became of mails, as transports, providers and our own links tell of it; kept even where nothing follows. */
export const mailEvents = pgTable(
  'mail_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** What makes it the same event: it may be told twice (security R52). */
    eventKey: text('event_key').notNull().unique(),
    /** Null for mails that are not ours, and for as long as it is not known which it is. */
    mailId: bigint('mail_id', { mode: 'number' }).references(() => mails.id),
    /** What the provider that tells of it calls the mail. */
    providerId: text('provider_id'),
    /** One of the contract's names, or what a provider calls something that we do not know. */
    event: text().notNull(),
    description: text(),
    at: timestamp({ withTimezone: true }).notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (t) => [index('mail_events_of').on(t.mailId, t.at), index('mail_events_provider').on(t.providerId)],
)
