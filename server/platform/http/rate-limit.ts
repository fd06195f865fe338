import type { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { RateLimit } from '#contract/endpoint.ts'
import type { Database } from '../database/database.ts'
import { AppError } from './app-error.ts'

/** Counts requests per bucket and person or address, shared by all processes (security R54). */
export interface RateLimiter {
  /** Counts one request. Throws RATE_LIMITED with the seconds to wait when the bucket is full. */
  consume(limit: RateLimit, who: string): Promise<void>
}

/** The limiter on the product's own database; `factor` widens every bucket alike. */
export function rateLimiter(database: Database, factor: number): RateLimiter {
  const limiters = new Map<string, Promise<RateLimiterPostgres>>()
  const limiterFor = (limit: RateLimit) => {
    const known = limiters.get(limit.bucket)
    if (known) return known
    const made = import('rate-limiter-flexible').then(
      ({ RateLimiterPostgres: Limiter }) =>
        new Limiter({
          storeClient: database.pool,
          storeType: 'pool',
          tableName: 'rate_limits',
          tableCreated: true,
          clearExpiredByTimeout: false,
          keyPrefix: limit.bucket,
          points: limit.max * factor,
          duration: limit.windowSeconds,
        }),
    )
    limiters.set(limit.bucket, made)
    return made
  }
  return {
    async consume(limit, who) {
      const limiter = await limiterFor(limit)
      try {
        await limiter.consume(who)
      } catch (refusal) {
        if (refusal instanceof Error) throw refusal
        const { msBeforeNext } = refusal as { msBeforeNext: number }
        throw new AppError(
          'RATE_LIMITED',
          'That was too many tries in a short time. Wait a moment, then try again.',
          {
            retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)),
          },
        )
      }
    },
  }
}
