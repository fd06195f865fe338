import { sql } from 'drizzle-orm'
import { boolean, customType, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, wholeNumber } from '#server/platform/database/columns.ts'
import { clients, invoices } from './invoices.ts'
import { users } from './users.ts'

/** Text sorted by code point, the same on every system. */
const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/**
 * What staff find people, companies, clients and invoices by, folded: without case, accents and apostrophes.
 * Triggers maintain it in the transaction that changes a record, so that no writer can forget it, and delete it
 * with the record.
 */
export const searchEntries = pgTable(
  'search_entries',
  {
    /** `person`, `company`, `client` or `invoice`. */
    kind: text().notNull(),
    /** The id of what is found; a company is found by its account. */
    subject: text().notNull(),
    userId: wholeNumber('user_id').references(() => users.id, { onDelete: 'cascade' }),
    clientId: wholeNumber('client_id').references(() => clients.id, { onDelete: 'cascade' }),
    invoiceId: text('invoice_id').references(() => invoices.id, { onDelete: 'cascade' }),
    /** Everything it is found by, each word after a space. */
    words: text().notNull(),
    /** Only the names, with their punctuation. */
    names: text().notNull(),
    /** The system email and the one they sign in with. */
    emails: text().notNull(),
    /** The sort key of lists; null if there is no name. */
    sortName: plainText('sort_name'),
    /** The account is gone; what the law requires to keep is left. */
    isErased: boolean('is_erased').notNull().default(false),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.subject] }),
    index('search_entries_text').using(
      'gin',
      sql`${t.words} gin_trgm_ops`,
      sql`${t.names} gin_trgm_ops`,
      sql`${t.emails} gin_trgm_ops`,
    ),
    // Each word, and each word with one letter left out: two words that share one of these differ by a typing
    // error.
    index('search_entries_spellings').using('gin', sql`search_spellings(${t.words})`),
    index('search_entries_user').on(t.userId),
    index('search_entries_client').on(t.clientId),
    index('search_entries_invoice').on(t.invoiceId),
    index('search_entries_created').on(t.createdAt, t.userId).where(sql`${t.kind} = 'person'`),
    // People without a name come last in either sort order.
    index('search_entries_name_up')
      .on(sql`coalesce(${t.sortName}, chr(1114111))`, t.userId)
      .where(sql`${t.kind} = 'person'`),
    index('search_entries_name_down')
      .on(sql`coalesce(${t.sortName}, '')`, t.userId)
      .where(sql`${t.kind} = 'person'`),
    index('search_entries_company_up')
      .on(sql`coalesce(${t.sortName}, chr(1114111))`, t.userId)
      .where(sql`${t.kind} = 'company'`)
      .concurrently(),
    index('search_entries_company_down')
      .on(sql`coalesce(${t.sortName}, '')`, t.userId)
      .where(sql`${t.kind} = 'company'`)
      .concurrently(),
  ],
)

/**
 * People who haven't started a verification of their own. Triggers on users and cases maintain it, because
 * otherwise they could be found among a million people only by looking at everyone.
 */
export const unstartedPeople = pgTable('unstarted_people', {
  userId: wholeNumber('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
})
