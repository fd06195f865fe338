import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, rowId, wholeNumber } from '#server/platform/database/columns.ts'

/** Something attached to a mail, by the row it is made from. */
export type MailAttachment =
  | { kind: 'investor-statement'; certificationId: number }
  | { kind: 'invoice'; invoiceId: string }

/** The outbox: a mail is written in the transaction that causes it and sent by a job (security R53). */
export const mails = pgTable(
  'mails',
  {
    id: rowId(),
    /** What makes a mail the same mail: a retry of its cause writes no second one. */
    messageKey: text('message_key').notNull().unique(),
    kind: text().notNull(),
    userId: wholeNumber('user_id'),
    /** The verification it is about, so that staff see there what became of it (cases, Notices). */
    caseId: wholeNumber('case_id'),
    to: text('to_address').notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    /** What is attached, by reference: it is rendered when the mail is sent or read, so that the row stays small. */
    attachments: jsonb().$type<MailAttachment[]>(),
    /** Where one click ends this kind of mail, for the header that says so (RFC 8058). */
    unsubscribeUrl: text('unsubscribe_url'),
    /** What the provider that sends it calls it; its reports name it so. */
    providerId: text('provider_id').unique(),
    status: text().notNull().default('queued'),
    attempts: integer().notNull().default(0),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull(),
    /** When staff last had it sent again after it was given up. */
    requeuedAt: moment('requeued_at'),
    /** When it is to be tried next; null where a former version has queued it, which sends it by a job. */
    dueAt: moment('due_at'),
    /** Until when a process has it in hand. */
    claimedUntil: moment('claimed_until'),
    /** The trace that has caused it, where there is one. */
    traceparent: text(),
    sentAt: moment('sent_at'),
    /** Names this mail in the address that a report of its delivery is sent to; null where a former version has queued it. */
    returnToken: text('return_token'),
    /** When we were told that its address takes no mail. */
    bouncedAt: moment('bounced_at'),
    /** When its reader called it spam. */
    complainedAt: moment('complained_at'),
    /** What it was sent together with, until the provider's answer is known: a repetition has to be the same. */
    batchKey: text('batch_key'),
  },
  (t) => [
    index('mails_created').on(t.createdAt, t.id),
    index('mails_user').on(t.userId),
    index('mails_waiting').on(t.id).where(sql`${t.status} = 'queued'`),
    // Each kind is a queue of its own, the oldest first.
    index('mails_due').on(t.kind, t.dueAt, t.id).where(sql`${t.status} = 'queued'`).concurrently(),
    index('mails_unwelcome')
      .on(sql`lower(${t.to})`)
      .where(sql`${t.bouncedAt} is not null or ${t.complainedAt} is not null`)
      .concurrently(),
    index('mails_batch').on(t.batchKey).where(sql`${t.batchKey} is not null`).concurrently(),
  ],
)
export type MailRow = typeof mails.$inferSelect

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
