import type { FastifyRequest } from 'fastify'
import { recordEvent } from '#server/model/audit/record-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { RateLimiter } from '#server/platform/http/rate-limit.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import { callerOf, DENIAL_LIMIT, subjectOf } from './access-guard.ts'

/** Identity fields a payload may carry for compatibility; they are compared, never trusted (choices §2, security R14). */
export interface NamedIdentity {
  userId?: number | null
  auth0Id?: string | null
  kycProfileId?: number | null
}

/**
 * Throws FORBIDDEN unless every identity the payload names is the caller's own; the attempt goes into the ledger,
 * and too many of them are RATE_LIMITED.
 */
export async function requireOwnIdentity(
  { database, now, limiter }: { database: Database; now: () => Date; limiter: RateLimiter },
  request: FastifyRequest,
  claimed: NamedIdentity,
): Promise<void> {
  const caller = callerOf(request)
  const own =
    (claimed.userId == null || claimed.userId === caller.userId) &&
    (claimed.auth0Id == null || claimed.auth0Id === caller.auth0Id) &&
    (claimed.kycProfileId == null || claimed.kycProfileId === caller.consumerCase?.profileId)
  if (own) return
  await limiter.consume(DENIAL_LIMIT, subjectOf(request))
  await database.transaction((tx) =>
    recordEvent(tx, {
      at: now(),
      type: 'auth.mismatch',
      actor: { kind: 'user', id: caller.userId },
      userId: caller.userId,
      subject: `${request.method} ${request.routeOptions.url ?? ''}`,
      origin: originOf(request),
    }),
  )
  throw new AppError('FORBIDDEN', 'You can only act on your own account.')
}
