import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, rowId, wholeNumber } from '#server/platform/database/columns.ts'

/** An email attachment, by the row it is created from. */
export type MailAttachment =
  | { kind: 'investor-statement'; certificationId: number }
  | { kind: 'invoice'; invoiceId: string }

/** The outbox: an email is written in the transaction that causes it and sent by a job (security R53). */
export const mails = pgTable(
  'mails',
  {
    id: rowId(),
    /** Identifies the email: a retry of its cause doesn't write a second one. */
    messageKey: text('message_key').notNull().unique(),
    kind: text().notNull(),
    userId: wholeNumber('user_id'),
    /** The verification it is about, so that staff see there what happened to it (cases, Undelivered mail). */
    caseId: wholeNumber('case_id'),
    to: text('to_address').notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    /** Attachments by reference: they are rendered when the email is sent or read, so that the row stays small. */
    attachments: jsonb().$type<MailAttachment[]>(),
    /** The one-click unsubscribe link, for the email's header (RFC 8058). */
    unsubscribeUrl: text('unsubscribe_url'),
    /** The sending provider's id, used in its reports. */
    providerId: text('provider_id').unique(),
    status: text().notNull().default('queued'),
    attempts: integer().notNull().default(0),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull(),
    /** When staff last had it sent again after it was given up. */
    requeuedAt: moment('requeued_at'),
    /** When it is to be tried next; null if a former version has queued it, which sends it by a job. */
    dueAt: moment('due_at'),
    /** Until when a process has it reserved. */
    claimedUntil: moment('claimed_until'),
    /** The trace that caused it, if there is one. */
    traceparent: text(),
    sentAt: moment('sent_at'),
    /** Identifies this email in the address for delivery reports; null if a former version has queued it. */
    returnToken: text('return_token'),
    /** When we were told that its address accepts no email. */
    bouncedAt: moment('bounced_at'),
    /** When its reader marked it as spam. */
    complainedAt: moment('complained_at'),
    /** Which emails it was sent with, until the provider's answer is known: a repetition must be the same. */
    batchKey: text('batch_key'),
  },
  (t) => [
    index('mails_created').on(t.createdAt, t.id),
    index('mails_user').on(t.userId),
    index('mails_waiting').on(t.id).where(sql`${t.status} = 'queued'`),
    // Each kind is a queue of its own, oldest first.
    index('mails_due').on(t.kind, t.dueAt, t.id).where(sql`${t.status} = 'queued'`).concurrently(),
    index('mails_unwelcome')
      .on(sql`lower(${t.to})`)
      .where(sql`${t.bouncedAt} is not null or ${t.complainedAt} is not null`)
      .concurrently(),
    index('mails_batch').on(t.batchKey).where(sql`${t.batchKey} is not null`).concurrently(),
  ],
)
export type MailRow = typeof mails.$inferSelect

/**
 * What happened to emails, as reported by transports, providers and our own links; kept even if nothing follows
 * from it.
 */
export const mailEvents = pgTable(
  'mail_events',
  {
    id: rowId(),
    /** Identifies the event, which may be reported twice (security R52). */
    eventKey: text('event_key').notNull().unique(),
    /** Null for emails that aren't ours, and while it isn't known which one it is. */
    mailId: wholeNumber('mail_id').references(() => mails.id),
    /** The reporting provider's id for the email. */
    providerId: text('provider_id'),
    /** One of the contract's names, or a provider's name for an event that we don't know. */
    event: text().notNull(),
    description: text(),
    /** Whether the report says that the address accepts no email at all. */
    undeliverable: boolean(),
    at: moment('at').notNull(),
    receivedAt: moment('received_at').notNull(),
  },
  (t) => [index('mail_events_of').on(t.mailId, t.at), index('mail_events_provider').on(t.providerId)],
)
