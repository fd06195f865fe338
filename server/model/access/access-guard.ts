import type { FastifyRequest } from 'fastify'
import type { AnyEndpoint, RateLimit } from '#contract/endpoint.ts'
import { isWatched, takesRole } from '#domain/roles/held-roles.ts'
import { isReadOnly } from '#server/platform/database/database-faults.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { RateLimiter } from '#server/platform/http/rate-limit.ts'
import { type NetworkBits, networkOf } from '#server/platform/http/request-context.ts'
import type { AccessGuard } from '#server/platform/http/route.ts'
import { type Caller, mayCall, requireStepUp } from './caller.ts'
import type { CountedCaller } from './session-store.ts'

interface GuardParts {
  findCaller(request: FastifyRequest): Promise<Caller | undefined>
  /** The same, and counts the request against `limit` in the same query. */
  countedCallerOf(request: FastifyRequest, limit: RateLimit): Promise<CountedCaller | undefined>
  /** The visitor whose application the request's cookie opens. */
  visitorOf(request: FastifyRequest): Promise<Caller | undefined>
  limiter: RateLimiter
  companyDomains: string[]
  /**
   * Throws STORAGE_FULL while there is little room: nothing is written then, while reading continues (security
   * B05).
   */
  assertRoom(): Promise<void>
  /** Records a read by someone whose role requires that, before the answer is sent. */
  recordReading(request: FastifyRequest, caller: Caller): Promise<void>
  /** Records a refusal of a signed-in person. A failure to record never grants permission. */
  recordDenial(request: FastifyRequest, caller: Caller, endpoint: AnyEndpoint): Promise<void>
  /** Throws if a payload of a person's call names someone else. */
  requireOwnIdentity(request: FastifyRequest, payload: unknown): Promise<void>
}

/** Misses of one caller within the window before they count as probing ids (security A03). */
const MISS_LIMIT = { bucket: 'miss', max: 30, windowSeconds: 300 }

/** Recorded refusals of one person within the window, because each leaves a permanent row in the ledger. */
export const DENIAL_LIMIT = { bucket: 'denial', max: 60, windowSeconds: 300 }

/** Creates the guard from its parts; the routes' registrar runs it before every endpoint. */
export function accessGuard(parts: GuardParts): AccessGuard {
  const { limiter } = parts
  return {
    before: (endpoint) => async (request) => {
      const { access, limit } = endpoint
      const count = <T>(counting: Promise<T>) => counting.catch(unlessRead(endpoint))
      // First, because counting also writes.
      if (endpoint.method !== 'GET') await parts.assertRoom()
      // Public endpoints that name the caller (such as GET /api/auth/user) look up the session themselves.
      if (access === 'public') {
        // Public writes cost more than public reads, and IPv6 networks are cheap.
        if (limit)
          await count(limiter.consume(limit, subjectOf(request, endpoint.method === 'GET' ? 64 : 48)))
        return
      }
      const counted = limit && (await count(parts.countedCallerOf(request, limit)))
      const signedIn = counted ? counted.caller : await parts.findCaller(request)
      const caller = signedIn ?? (access === 'applicant' ? await parts.visitorOf(request) : undefined)
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
    beforeValidation: ({ access }) => {
      if (access === 'public' || takesRole(access)) return undefined
      return async (request) => {
        await parts.requireOwnIdentity(request, request.query)
        await parts.requireOwnIdentity(request, request.body)
      }
    },
  }
}

/** While the database is read-only, requests that only read are answered without being counted (security R61). */
function unlessRead(endpoint: AnyEndpoint): (error: unknown) => undefined {
  return (error) => {
    if (endpoint.method !== 'GET' || !isReadOnly(error)) throw error
  }
}

/**
 * Counts a request for an object that doesn't exist or is someone else's. Throws RATE_LIMITED once that looks
 * like probing ids.
 */
export function missCounter(limiter: RateLimiter): (request: FastifyRequest) => Promise<void> {
  return (request) => limiter.consume(MISS_LIMIT, subjectOf(request))
}

/** Who a limit counts: the person, or the visitor with an application, otherwise the caller's network. */
export function subjectOf(request: FastifyRequest, bits?: NetworkBits): string {
  return request.caller ? `u${request.caller.userId}` : `a${networkOf(request.ip, bits)}`
}

/** The caller of a guarded request. Throws if a route forgot to declare its access. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new AppError('UNAUTHENTICATED', 'Please sign in to continue.')
  return request.caller
}
