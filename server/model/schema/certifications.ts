import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, rowId, wholeNumber } from '#server/platform/database/columns.ts'
import { users } from './users.ts'

/**
 * Which text was accepted, when, by whom and from where; superseded, never overwritten (cases, A record of consent).
 */
export const certifications = pgTable(
  'certifications',
  {
    id: rowId(),
    userId: wholeNumber('user_id')
      .notNull()
      .references(() => users.id),
    certificationType: text('certification_type').notNull(),
    certificationName: text('certification_name').notNull(),
    textVersion: text('text_version').notNull(),
    certificationText: text('certification_text').notNull(),
    textSha256: text('text_sha256').notNull(),
    /**
     * Whether the page reported which text it showed, and it was this one; null if there is no text to read, as
     * for a user type.
     */
    textConfirmed: boolean('text_confirmed'),
    referenceUrl: text('reference_url'),
    additionalData: jsonb('additional_data'),
    ip: text(),
    userAgent: text('user_agent'),
    acknowledgedAt: moment('acknowledged_at').notNull(),
    expiresAt: moment('expires_at'),
    supersededAt: moment('superseded_at'),
  },
  (t) => [
    index('certifications_user').on(t.userId, t.acknowledgedAt),
    uniqueIndex('certifications_current')
      .on(t.userId, t.certificationName)
      .where(sql`${t.supersededAt} is null`),
    index('certifications_ending')
      .on(t.expiresAt)
      .where(sql`${t.supersededAt} is null and ${t.expiresAt} is not null`),
  ],
)
export type CertificationRow = typeof certifications.$inferSelect

/** Each set of someone's answers to the investor questions, in the order given; never changed. */
export const investorAnswers = pgTable(
  'investor_answers',
  {
    id: rowId(),
    userId: wholeNumber('user_id')
      .notNull()
      .references(() => users.id),
    rulesVersion: text('rules_version').notNull(),
    category: text().notNull(),
    answers: jsonb().notNull(),
    /** The criteria that the answers didn't meet, as worded on screen; empty if they met the category. */
    unmet: jsonb().notNull(),
    givenAt: moment('given_at').notNull(),
    /** The statement that was signed next. */
    certificationId: wholeNumber('certification_id').references(() => certifications.id),
  },
  (t) => [
    index('investor_answers_user').on(t.userId, t.givenAt),
    index('investor_answers_certification').on(t.certificationId),
  ],
)
export type InvestorAnswersRow = typeof investorAnswers.$inferSelect
