import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { wholeNumber } from '#server/platform/database/columns.ts'

/** Requests of each bucket and subject since its window opened, shared by all processes (security R54). */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: wholeNumber('expire'),
})
