import type { FastifyRequest } from 'fastify'
import type { AnyEndpoint, RateLimit } from '#contract/endpoint.ts'
import { isWatched, takesRole } from '#domain/roles/held-roles.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isReadOnly } from '#server/platform/database/database-faults.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { RateLimiter } from '#server/platform/http/rate-limit.ts'
import { type NetworkBits, networkOf, originOf } from '#server/platform/http/request-context.ts'
import type { AccessGuard } from '#server/platform/http/route.ts'
import { type Caller, mayCall, requireStepUp } from './caller.ts'
import type { CountedCaller } from './session-store.ts'

interface GuardParts {
  findCaller(request: FastifyRequest): Promise<Caller | undefined>
  /** The same, and counts the request against `limit` in the same question to the database. */
  countedCallerOf(request: FastifyRequest, limit: RateLimit): Promise<CountedCaller | undefined>
  /** The visitor whose application the request's own cookie holds. */
  applicantOf(request: FastifyRequest): Promise<Caller | undefined>
  limiter: RateLimiter
  companyDomains: string[]
  /** Throws STORAGE_FULL while there is little room: then nothing is written, and reading continues (security B05). */
  assertRoom(): Promise<void>
  /** Records what someone reads whose role asks for it, before they are answered. */
  recordReading(request: FastifyRequest, caller: Caller): Promise<void>
  /** Records a refusal of someone who is signed in; a failed record never turns into permission. */
  recordDenial(request: FastifyRequest, caller: Caller, endpoint: AnyEndpoint): Promise<void>
}

/** Misses of one caller in five minutes before they count as a walk along ids (security A03). */
const MISS_LIMIT = { bucket: 'miss', max: 30, windowSeconds: 300 }

/** Refusals of one person in five minutes: each leaves a row in the ledger permanently. */
export const DENIAL_LIMIT = { bucket: 'denial', max: 60, windowSeconds: 300 }

/** Builds the guard from what it asks; the routes' registrar hangs it before every endpoint. */
export function accessGuard(parts: GuardParts): AccessGuard {
  const { limiter } = parts
  return {
    before: (endpoint) => async (request) => {
      const { access, limit } = endpoint
      const count = <T>(counting: Promise<T>) => counting.catch(unlessRead(endpoint))
      // First, because counting writes, too.
      if (endpoint.method !== 'GET') await parts.assertRoom()
      // Public endpoints that name the caller (such as GET /api/auth/user) look the session up themselves.
      if (access === 'public') {
        // What the public posts costs more than what it reads, and networks are cheap.
        if (limit)
          await count(limiter.consume(limit, subjectOf(request, endpoint.method === 'GET' ? 64 : 48)))
        return
      }
      const counted = limit && (await count(parts.countedCallerOf(request, limit)))
      const signedIn = counted ? counted.caller : await parts.findCaller(request)
      const caller = signedIn ?? (access === 'applicant' ? await parts.applicantOf(request) : undefined)
      if (!caller) throw new AppError('UNAUTHENTICATED', 'Please sign in to continue.')
      request.caller = caller
      if (!mayCall(access, caller, parts.companyDomains)) {
        await limiter.consume(DENIAL_LIMIT, subjectOf(request))
        await parts.recordDenial(request, caller, endpoint)
        throw new AppError(
          'FORBIDDEN',
          mayCall(access, { ...caller, needsSecondFactor: false }, parts.companyDomains)
            ? 'Sign in with a second factor to work as staff.'
            : 'You do not have permission to do this.',
        )
      }
      if (endpoint.stepUp) requireStepUp(caller)
      if (limit && counted) limiter.check(limit, counted.count)
      else if (limit) await count(limiter.consume(limit, subjectOf(request)))
      if (endpoint.method === 'GET' && takesRole(access) && isWatched(caller))
        await parts.recordReading(request, caller)
    },
  }
}

/** While the database is read-only no count is kept: what is only read is answered without one (security R61). */
function unlessRead(endpoint: AnyEndpoint): (error: unknown) => undefined {
  return (error) => {
    if (endpoint.method !== 'GET' || !isReadOnly(error)) throw error
  }
}

/** Counts a miss on an object of someone else or no one. Throws RATE_LIMITED once they look like a walk along ids. */
export function missCounter(limiter: RateLimiter): (request: FastifyRequest) => Promise<void> {
  return (request) => limiter.consume(MISS_LIMIT, subjectOf(request))
}

/** Who a limit counts: the person or the visitor with an application, else the network they call from. */
export function subjectOf(request: FastifyRequest, bits?: NetworkBits): string {
  return request.caller ? `u${request.caller.userId}` : `a${networkOf(request.ip, bits)}`
}

/** Who makes a guarded request. Throws when a route forgot to declare its access. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new AppError('UNAUTHENTICATED', 'Please sign in to continue.')
  return request.caller
}

/** Identity fields a payload may carry for compatibility; they are compared, never trusted (choices §2, security R14). */
interface NamedIdentity {
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
