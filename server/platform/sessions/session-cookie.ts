import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimit } from '#contract/endpoint.ts'
import type { Caller } from './caller.ts'
import type { CountedCaller, SessionStore } from './session-store.ts'

/** The session's cookie: `__Host-` on https, so that no other host or path can plant one (security R6). */
export interface SessionCookie {
  read(request: FastifyRequest): string | undefined
  write(reply: FastifyReply, token: string): void
  clear(reply: FastifyReply): void
}

/** The cookie of this deployment: Secure and `__Host-` when people come by https. */
export function sessionCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https://')
  const name = secure ? '__Host-session' : 'session'
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    read: (request) => request.cookies[name],
    write: (reply, token) => void reply.setCookie(name, token, options),
    clear: (reply) => void reply.clearCookie(name, options),
  }
}

/** Finds the caller of a request by its cookie; looks once per request. */
export function callerFinder(
  sessions: SessionStore,
  cookie: SessionCookie,
): (request: FastifyRequest) => Promise<Caller | undefined> {
  return async (request) => {
    const token = tokenOf(request, cookie)
    if (!token) return undefined
    request.caller ??= await sessions.callerOf(token)
    return request.caller
  }
}

/** Finds the caller of a request by its cookie, and counts the request as theirs. */
export function countedCallerFinder(
  sessions: SessionStore,
  cookie: SessionCookie,
): (request: FastifyRequest, limit: RateLimit) => Promise<CountedCaller | undefined> {
  return async (request, limit) => {
    const token = tokenOf(request, cookie)
    return token ? sessions.countedCallerOf(token, limit) : undefined
  }
}

/** What no session could have for its token is not looked up. */
function tokenOf(request: FastifyRequest, cookie: SessionCookie): string | undefined {
  const token = cookie.read(request)
  return token && token.length <= 100 ? token : undefined
}
