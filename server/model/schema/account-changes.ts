import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment, rowId, sealedJson, wholeNumber } from '#server/platform/database/columns.ts'
import { users } from './users.ts'

const person = (column: string) => wholeNumber(column).references(() => users.id)

/** Changes of a person's details that staff propose on their behalf; each takes a second member of staff. */
export const accountChanges = pgTable(
  'account_changes',
  {
    id: rowId(),
    userId: person('user_id').notNull(),
    field: text().notNull(),
    state: text().notNull(),
    /** The field's values, as they were at the proposal and as they are to be. */
    before: sealedJson<Record<string, string>>('before').notNull(),
    after: sealedJson<Record<string, string>>('after').notNull(),
    reason: text().notNull(),
    /** What the proposer has seen that proves it, and the document of the person it is about, if it is here. */
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
