import type { RateLimit } from '#contract/endpoint.ts'
import type { Database } from '../database/database.ts'
import { AppError } from './app-error.ts'

/** Counts requests per bucket and person or address, shared by all processes (security R54). */
export interface RateLimiter {
  /** Counts one request. Throws RATE_LIMITED with the seconds to wait when the bucket is full. */
  consume(limit: RateLimit, who: string): Promise<void>
  /** Throws the same for a request that another statement has counted. */
  check(limit: RateLimit, count: Count): void
}

/** What a bucket holds after a request was counted, and when it is emptied, in milliseconds since 1970. */
export interface Count {
  points: number
  until: number
}

/**
 * SQL that counts one request of `who`, an expression over `from`, by the values of `countValues` from place `first` on.
 * The first request opens a window, and the first one after its end another. One statement decides, so that of many at
 * once each is counted.
 */
export function countSql(first: number, who: string, from = ''): string {
  const [bucket, now, until] = [`$${first}`, `$${first + 1}::bigint`, `$${first + 2}::bigint`]
  return `insert into rate_limits (key, points, expire)
    select ${bucket}::text || ':' || ${who}, 1, ${until} ${from && `from ${from}`}
    on conflict (key) do update set
      points = case when rate_limits.expire <= ${now} then 1 else rate_limits.points + 1 end,
      expire = case when rate_limits.expire <= ${now} then ${until} else rate_limits.expire end
    returning points, expire`
}

/** The values for `countSql`: the bucket, now, and the end of a window that begins now. */
export function countValues({ bucket, windowSeconds }: RateLimit, at: Date): [string, number, number] {
  return [bucket, at.getTime(), at.getTime() + windowSeconds * 1000]
}

const COUNT = countSql(1, '$4')

/** The limiter on the product's own database; `factor` widens every bucket alike. */
export function rateLimiter(database: Database, factor: number, now: () => Date): RateLimiter {
  const check = (limit: RateLimit, { points, until }: Count) => {
    if (points <= limit.max * factor) return
    throw new AppError(
      'RATE_LIMITED',
      'That was too many tries in a short time. Wait a moment, then try again.',
      { retryAfter: Math.max(1, Math.ceil((until - now().getTime()) / 1000)) },
    )
  }
  return {
    check,
    async consume(limit, who) {
      const { rows } = await database.pool.query<{ points: number; expire: string }>({
        name: 'count-request',
        text: COUNT,
        values: [...countValues(limit, now()), who],
      })
      for (const { points, expire } of rows) check(limit, { points, until: Number(expire) })
    },
  }
}
