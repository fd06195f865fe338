import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, rowId, wholeNumber } from '#server/platform/database/columns.ts'
import { mails } from './mails.ts'

/** What became of mails, as transports, providers and our own links tell of it; kept even where nothing follows. */
export const mailEvents = pgTable(
  'mail_events',
  {
    id: rowId(),
    /** What makes it the same event: it may be told twice (security R52). */
    eventKey: text('event_key').notNull().unique(),
    /** Null for mails that are not ours, and for as long as it is not known which it is. */
    mailId: wholeNumber('mail_id').references(() => mails.id),
    /** What the provider that tells of it calls the mail. */
    providerId: text('provider_id'),
    /** One of the contract's names, or what a provider calls something that we do not know. */
    event: text().notNull(),
    description: text(),
    /** Whether it says that the address takes no mail at all. */
    undeliverable: boolean(),
    at: moment('at').notNull(),
    receivedAt: moment('received_at').notNull(),
  },
  (t) => [index('mail_events_of').on(t.mailId, t.at), index('mail_events_provider').on(t.providerId)],
)
