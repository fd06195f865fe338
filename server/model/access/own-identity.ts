import type { FastifyRequest } from 'fastify'
import { recordEvent } from '#server/model/audit/record-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { RateLimiter } from '#server/platform/http/rate-limit.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import { callerOf, DENIAL_LIMIT } from './access-guard.ts'
import type { Caller } from './caller.ts'

interface Refusing {
  database: Database
  now: () => Date
  limiter: RateLimiter
}

/**
 * Throws FORBIDDEN unless everyone whom a payload names is its caller (security R14). The guard asks
 * this about every query and body of a person's calls; fields of a form are for its handler.
 */
export async function requireOwnIdentity(
  services: Refusing,
  request: FastifyRequest,
  payload: unknown,
): Promise<void> {
  const caller = callerOf(request)
  if (namesAnother(caller, payload)) await refuseIdentity(services, request, caller.userId)
}

/** Records in the ledger that this person's call named someone else. Always throws: FORBIDDEN or RATE_LIMITED. */
export async function refuseIdentity(
  { database, now, limiter }: Refusing,
  request: FastifyRequest,
  userId: number,
): Promise<never> {
  await limiter.consume(DENIAL_LIMIT, `u${userId}`)
  await database.transaction((tx) =>
    recordEvent(tx, {
      at: now(),
      type: 'auth.mismatch',
      actor: { kind: 'user', id: userId },
      userId,
      subject: `${request.method} ${request.routeOptions.url ?? ''}`,
      origin: originOf(request),
    }),
  )
  throw new AppError('FORBIDDEN', 'You can only act on your own account.')
}

function namesAnother(caller: Caller, payload: unknown): boolean {
  if (typeof payload !== 'object' || payload === null) return false
  const { userId, auth0Id, auth0_id, kycProfileId } = payload as Record<string, unknown>
  return (
    isOther(userId, caller.userId) ||
    isOther(auth0Id, caller.auth0Id) ||
    isOther(auth0_id, caller.auth0Id) ||
    isOther(kycProfileId, caller.consumerCase?.profileId)
  )
}

/** Asked before validation: an id may be a number or its text, and a list or an object is no one's id. */
function isOther(named: unknown, own: string | number | null | undefined): boolean {
  if (named === undefined || named === null || named === '') return false
  return typeof named === 'object' || String(named) !== String(own)
}
