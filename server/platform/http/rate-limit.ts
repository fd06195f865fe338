import type { FastifyRequest } from 'fastify'
import type { RateLimit } from '#contract/endpoint.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import { gather } from '#server/platform/database/gather.ts'
import { AppError } from './app-error.ts'
import { countRequests } from './http.sql.ts'

/** A count as the database returns it. */
export interface CountRow {
  points: number
  expire: string
}

/** Counts requests per bucket and per person or address, shared by all processes (security R54). */
export interface RateLimiter {
  /**
   * Counts one request. With `tx` it counts only if that transaction commits. Throws RATE_LIMITED with the
   * seconds to wait if the bucket is full.
   */
  consume(limit: RateLimit, who: string, tx?: Db): Promise<void>
  /** Throws the same for a request that another statement has counted. */
  check(limit: RateLimit, count: Count): void
}

/** A bucket's count after a request, and when it resets, in milliseconds since 1970. */
export interface Count {
  points: number
  until: number
}

/** Converts a row to a count. */
export function toCount({ points, expire }: CountRow): Count {
  return { points, until: Number(expire) }
}

/** When a window of this limit that begins now ends, in milliseconds since 1970. */
export function windowEnd({ windowSeconds }: RateLimit, at: Date): number {
  return at.getTime() + windowSeconds * 1000
}

interface Request {
  limit: RateLimit
  who: string
}

/** The rate limiter on the product's own database; `factor` multiplies every limit. */
export function rateLimiter(database: Database, factor: number, now: () => Date): RateLimiter {
  const check = (limit: RateLimit, { points, until }: Count) => {
    if (points <= limit.max * factor) return
    const retryAfter = Math.max(1, Math.ceil((until - now().getTime()) / 1000))
    throw new AppError(
      'RATE_LIMITED',
      `Too many tries in a short time. Try again in ${waitText(retryAfter)}.`,
      {
        retryAfter,
      },
    )
  }
  const countIn = async (db: Pick<Db, '$client'>, requests: readonly Request[]) => {
    const at = now()
    const { rows } = await countRequests(db, [
      at.getTime(),
      requests.map(({ limit, who }) => `${limit.bucket}:${who}`),
      requests.map(({ limit }) => windowEnd(limit, at)),
    ])
    return rows.map(toCount)
  }
  const count = gather((requests: readonly Request[]) => countIn(database.db, requests))
  const countOne = async (request: Request, tx: Db | undefined) => {
    if (!tx) return count(request)
    const [counted] = await countIn(tx, [request])
    if (!counted) throw new Error('A count answers for each request')
    return counted
  }
  return {
    check,
    consume: async (limit, who, tx) => check(limit, await countOne({ limit, who }, tx)),
  }
}

/**
 * Awaits what a request looked up by id. Others' and missing ids give the same NOT_FOUND, which counts as
 * probing ids (security A03, R15); every failure is rethrown.
 */
export async function countMisses<T>(
  { countMiss }: { countMiss: (request: FastifyRequest) => Promise<void> },
  request: FastifyRequest,
  found: Promise<T>,
): Promise<T> {
  return found.catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') await countMiss(request)
    throw error
  })
}

/** The time to wait in words: "40 seconds", "7 minutes". */
export function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
