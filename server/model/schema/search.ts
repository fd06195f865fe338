import { sql } from 'drizzle-orm'
import { boolean, customType, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, wholeNumber } from '#server/platform/database/columns.ts'
import { clients, invoices } from './invoices.ts'
import { users } from './users.ts'

/** Text in the order of its characters: the same on every system. */
const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/**
 * What staff find people, companies, clients and invoices by, folded: without case, accents and apostrophes. Triggers keep
 * it in the transaction that changes a record, so that no writer can forget it, and it goes with the record.
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
    /** Everything it is found by, each word behind a blank. */
    words: text().notNull(),
    /** The names alone, with their punctuation. */
    names: text().notNull(),
    /** The system email and the one they sign in with. */
    emails: text().notNull(),
    /** What lists sort by; null where there is no name. */
    sortName: plainText('sort_name'),
    /** The account is gone; what the law wants kept is left. */
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
    // Each word, and each word with one letter left out: two words with one of them in common are a slip apart.
    index('search_entries_spellings').using('gin', sql`search_spellings(${t.words})`),
    index('search_entries_user').on(t.userId),
    index('search_entries_client').on(t.clientId),
    index('search_entries_invoice').on(t.invoiceId),
    index('search_entries_created').on(t.createdAt, t.userId).where(sql`${t.kind} = 'person'`),
    // People without a name come last whichever way the names are sorted.
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
 * The people who have not started a verification of their own. Triggers on users and cases keep it: among a million people
 * those without a case can only be found by looking at everyone, unless they are noted somewhere.
 */
export const unstartedPeople = pgTable('unstarted_people', {
  userId: wholeNumber('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
})
