import type { FastifyReply, FastifyRequest } from 'fastify'
import { BACKGROUND_HEADER } from '#contract/background.ts'
import type { RateLimit } from '#contract/endpoint.ts'
import { APPLICATION_DAYS } from '#contract/onboarding/application-claims.ts'
import type { Caller } from './caller.ts'
import type { CountedCaller, SessionStore } from './session-store.ts'
import type { VisitorStore } from './visitor-store.ts'

/** A session's cookie: `__Host-` on https, so that no other host or path can set one (security R6). */
export interface SessionCookie {
  readonly name: string
  read(request: FastifyRequest): string | undefined
  write(reply: FastifyReply, token: string): void
  clear(reply: FastifyReply): void
}

/** Lasts longer than the application, so that the server can recognise those who return too late. */
const APPLICANT_COOKIE_SECONDS = 2 * APPLICATION_DAYS * 86_400

/** The cookie of signed-in people; it ends with the browser session. */
export function sessionCookie(publicUrl: string): SessionCookie {
  return tokenCookie(publicUrl, 'session')
}

/** The cookie of visitors, whose application is kept for them (choices §2.4). */
export function applicationCookie(publicUrl: string): SessionCookie {
  return tokenCookie(publicUrl, 'applicant', APPLICANT_COOKIE_SECONDS)
}

/** A code is valid once; it can be sent again for as long as its browser is remembered. */
const CODE_COOKIE_SECONDS = 3600

/** The cookie of the browser in which a visitor enters the code that proves their address. */
export function codeCookie(publicUrl: string): SessionCookie {
  return tokenCookie(publicUrl, 'applicant-code', CODE_COOKIE_SECONDS)
}

/** By then a replica has the change, or is too far behind to be used. */
const WRITTEN_COOKIE_SECONDS = 60

/** The cookie with the log position of this browser's last change. */
export function writtenCookie(publicUrl: string): SessionCookie {
  return tokenCookie(publicUrl, 'written', WRITTEN_COOKIE_SECONDS)
}

/** As long as browsers keep any cookie. */
const DEVICE_COOKIE_SECONDS = 400 * 86_400

/** The cookie that recognises a browser at sign-in if the identity provider is an external one. */
export function deviceCookie(publicUrl: string): SessionCookie {
  return tokenCookie(publicUrl, 'device', DEVICE_COOKIE_SECONDS)
}

/** Longer than a phone stays connected; the server decides when that ends. */
const HAND_OFF_COOKIE_SECONDS = 1800

/** The cookie of a phone that takes photos for someone at a computer. */
export function handOffCookie(publicUrl: string): SessionCookie {
  return tokenCookie(publicUrl, 'hand-off', HAND_OFF_COOKIE_SECONDS)
}

/** A cookie of this deployment: Secure and `__Host-` if people use https. */
function tokenCookie(publicUrl: string, ownName: string, maxAge?: number): SessionCookie {
  const secure = publicUrl.startsWith('https://')
  const name = secure ? `__Host-${ownName}` : ownName
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    name,
    read: (request) => request.cookies[name],
    write: (reply, token) => void reply.setCookie(name, token, { ...options, maxAge }),
    clear: (reply) => void reply.clearCookie(name, options),
  }
}

/** Finds the caller of a request by its cookie; looks once per request. */
export function callerFinder(
  sessions: SessionStore,
  cookie: SessionCookie,
): (request: FastifyRequest) => Promise<Caller | undefined> {
  return async (request) => {
    const token = sessionTokenOf(request, cookie)
    if (!token) return undefined
    request.caller ??= await sessions.findCaller({ token, ...saidBy(request) })
    return request.caller
  }
}

/** Finds the caller of a request by its cookie, and counts the request. */
export function countedCallerFinder(
  sessions: SessionStore,
  cookie: SessionCookie,
): (request: FastifyRequest, limit: RateLimit) => Promise<CountedCaller | undefined> {
  return async (request, limit) => {
    const token = sessionTokenOf(request, cookie)
    return token ? sessions.countedCallerOf({ token, limit, ...saidBy(request) }) : undefined
  }
}

/** Finds a browser's application by the visitor's cookie, no matter who is or was signed in there. */
export function applicationFinder(
  visitors: VisitorStore,
  cookie: SessionCookie,
): (request: FastifyRequest) => Promise<Caller | undefined> {
  return async (request) => {
    const token = sessionTokenOf(request, cookie)
    return token ? visitors.findCaller(token) : undefined
  }
}

/**
 * Finds the visitor who makes a request. There is none while a session cookie exists, even an expired one: its
 * person is asked to sign in again, and what they type meanwhile must not go into an application that someone
 * else started in this browser.
 */
export function visitorFinder(
  visitors: VisitorStore,
  cookies: { visitor: SessionCookie; session: SessionCookie },
): (request: FastifyRequest) => Promise<Caller | undefined> {
  const find = applicationFinder(visitors, cookies.visitor)
  return async (request) => (cookies.session.read(request) ? undefined : find(request))
}

/**
 * What a request says about itself: whether its page polls in the background, which can only shorten a session,
 * and its browser; an empty user agent counts as another browser.
 */
export function saidBy({ headers, routeOptions }: FastifyRequest) {
  return {
    // A browser reopens a stream by itself and can't send a header with it.
    isBackground: headers[BACKGROUND_HEADER] !== undefined || routeOptions.config.isStream === true,
    userAgent: headers['user-agent']?.slice(0, 400) ?? '',
  }
}

/** The session token from the cookie; undefined if it can't be one, so that nothing is looked up. */
export function sessionTokenOf(request: FastifyRequest, cookie: SessionCookie): string | undefined {
  const token = cookie.read(request)
  return token && token.length <= 100 ? token : undefined
}
