import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** The consent ledger: which text, when, who, from where; superseded, never overwritten (cases.md, Events and evidence). */
export const certifications = pgTable(
  'certifications',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id),
    certificationType: text('certification_type').notNull(),
    certificationName: text('certification_name').notNull(),
    textVersion: text('text_version').notNull(),
    certificationText: text('certification_text').notNull(),
    textSha256: text('text_sha256').notNull(),
    referenceUrl: text('reference_url'),
    additionalData: jsonb('additional_data'),
    ip: text(),
    userAgent: text('user_agent'),
    acknowledgedAt: timestamp('acknowledged_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    supersededAt: timestamp('superseded_at', { withTimezone: true }),
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
