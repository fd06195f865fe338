import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Request counters shared by all processes (security R54); the shape is rate-limiter-flexible's. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})
