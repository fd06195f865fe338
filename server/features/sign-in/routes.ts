import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_STATUS } from '#contract/errors.ts'
import type { ClaimProblem } from '#contract/onboarding/application-claims.ts'
import * as contract from '#contract/sign-in/auth.ts'
import { CANCELLED_COOKIE, SIGNED_OUT_COOKIE } from '#contract/sign-in/sign-in-cookies.ts'
import type { SignInRefusal } from '#contract/sign-in/sign-in-refusals.ts'
import { safeReturnPath } from '#domain/return-path.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { type Caller, idleMinutesOf } from '#server/model/access/caller.ts'
import { personGone } from '#server/model/access/person-gone.ts'
import {
  applicationFinder,
  callerFinder,
  deviceCookie,
  type SessionCookie,
  sessionTokenOf,
} from '#server/model/access/session-cookie.ts'
import { refuseValue } from '#server/model/audit/refused-value.ts'
import { hasAccount } from '#server/model/people/has-account.ts'
import { authUserOf, visitorView } from '#server/model/people/user-view.ts'
import { AlteredValueError } from '#server/platform/fields/field-cipher.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { asAppError } from '#server/platform/http/error-handler.ts'
import { LOOPBACK_NAMES } from '#server/platform/http/origin-guard.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import { SignInRefused } from '#server/platform/identity/identity-provider.ts'
import type { Services } from '#server/services.ts'
import { finishSignIn, signOut, startSignIn } from './sign-in.ts'

/** Sign-in, sign-out and the current user. */
export function registerAuth(
  routes: Routes,
  services: Services,
  parts: {
    cookie: SessionCookie
    visitorCookie: SessionCookie
    visitorOf: (request: FastifyRequest) => Promise<Caller | undefined>
  },
): void {
  const { config, meter } = services
  const { cookie, visitorCookie, visitorOf } = parts
  const knownDevice = deviceCookie(config.publicUrl)
  const findCaller = callerFinder(services.sessions, cookie)
  const secure = config.publicUrl.startsWith('https://')
  const attemptCookie = secure ? '__Host-sign-in' : 'sign-in'
  const attemptOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: 1800 } as const
  /** Cookies that tell the browser what has happened; its scripts read and remove them. */
  const toldByCookie = { path: '/', sameSite: 'lax', secure } as const

  const findApplication = applicationFinder(services.visitors, visitorCookie)
  /** Clears the cookie of an application that was claimed when the person confirmed their address, or has expired. */
  const isApplicationWaiting = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!sessionTokenOf(request, visitorCookie)) return false
    const isThere = (await findApplication(request)) !== undefined
    if (!isThere) visitorCookie.clear(reply)
    return isThere
  }

  routes.on(contract.getAuthUser)(async ({ request, reply }) => {
    const caller = await findCaller(request)
    return {
      isAuthenticated: caller !== undefined,
      user: caller ? authUserOf(caller, config.companyDomains) : null,
      applicant: caller ? null : visitorView(await visitorOf(request)),
      ...(caller && { idleMinutes: idleMinutesOf(caller, config.sessions) }),
      ...(caller && (await isApplicationWaiting(request, reply)) && { waitingApplication: true as const }),
    }
  })

  routes.on(contract.getAuthProfile)(async ({ request }) => {
    const user = authUserOf(callerOf(request), config.companyDomains)
    const { id, email, created_at, last_login, auth0_id, kycProfile } = user
    return { user, dbUser: { id, email, created_at, last_login, auth0_id, kycProfile } }
  })

  const login = async ({
    query,
    request,
    reply,
  }: {
    query: { returnTo?: string; screen?: string; reauth?: boolean; mfa?: boolean; invitation?: string }
    request: FastifyRequest
    reply: FastifyReply
  }) => {
    // The provider returns people to PUBLIC_URL, where a cookie set for another name of this machine would be
    // missing.
    const elsewhere = otherLoopbackName(request.host, config.publicUrl)
    if (elsewhere) return reply.redirect(config.publicUrl + request.url)
    if (query.returnTo !== undefined && safeReturnPath(query.returnTo) !== query.returnTo)
      request.log.warn('a return address outside this site was dropped')
    const start = async () => {
      // Only for the visitor who continues from an application, because its address is for no one else to read.
      const applied = query.screen === 'signup' ? (await visitorOf(request))?.application?.email : undefined
      // Someone who confirms that it is them signs in to the same account.
      const own = query.mfa ? (await findCaller(request))?.auth0Email : undefined
      return startSignIn(services, {
        returnTo: query.returnTo,
        // They have proven the address, so they may be sent to the account that has it.
        signUp: query.screen === 'signup' && !(applied && (await hasAccount(services.database.db, applied))),
        reauthenticate: query.reauth ?? false,
        secondFactor: query.mfa ?? false,
        email: applied ?? own ?? undefined,
        invitation: query.invitation,
      })
    }
    const started = await start().catch((error: unknown) => failureOf(error, request, meter))
    if (started instanceof AppError) return reply.redirect(errorPageOf(started))
    return reply.setCookie(attemptCookie, started.browserToken, attemptOptions).redirect(started.url.href)
  }
  routes.on(contract.startSignIn)(login)
  routes.on(contract.startSignInAlias)(async ({ request, reply }) => {
    const query = request.url.indexOf('?')
    return reply.redirect(contract.startSignIn.path + (query < 0 ? '' : request.url.slice(query)))
  })

  routes.on(contract.finishSignIn)(async ({ request, reply }) => {
    try {
      const visitorToken = sessionTokenOf(request, visitorCookie)
      // The embedded provider recognises browsers by a mark of its own.
      const deviceToken = config.identity
        ? (sessionTokenOf(request, knownDevice) ?? randomBytes(32).toString('base64url'))
        : undefined
      const finished = await finishSignIn(services, {
        url: new URL(request.url, config.publicUrl),
        browserToken: request.cookies[attemptCookie],
        formerSession: cookie.read(request),
        visitorToken,
        deviceToken,
        origin: originOf(request),
      })
      if (finished.cancelled)
        return reply
          .clearCookie(attemptCookie, attemptOptions)
          .setCookie(CANCELLED_COOKIE, '1', { ...toldByCookie, maxAge: 60 })
          .redirect(finished.returnTo)
      const { sessionToken, claimProblem, ...done } = finished
      meter?.signIn('ok')
      cookie.write(reply, sessionToken)
      if (deviceToken) knownDevice.write(reply, deviceToken)
      const returnTo = done.isEmailTaken ? otherAccountPageOf(done.returnTo) : done.returnTo
      if (visitorToken && (claimProblem === null || claimProblem === 'expired')) visitorCookie.clear(reply)
      return reply
        .clearCookie(attemptCookie, attemptOptions)
        .redirect(claimProblem ? claimPageOf(claimProblem, returnTo) : returnTo)
    } catch (error) {
      if (error instanceof AlteredValueError)
        await refuseValue(services, error.place, { origin: originOf(request) })
      const failure = failureOf(error, request, meter)
      return reply.clearCookie(attemptCookie, attemptOptions).redirect(errorPageOf(failure))
    }
  })

  routes.on(contract.signOut)(async ({ query, request, reply }) => {
    // A page elsewhere, even on another port of this host, must not sign people out by linking here (security
    // R26).
    if (/^(cross|same)-site$/.test(String(request.headers['sec-fetch-site'])))
      return reply.redirect('/error?status=403')
    const token = cookie.read(request)
    if (token) await signOut(services, token, originOf(request))
    cookie.clear(reply)
    // After signing out by URL, the browser still has what was typed.
    reply.setCookie(SIGNED_OUT_COOKIE, '1', { ...toldByCookie, maxAge: 600 })
    const returnTo = safeReturnPath(query.returnTo)
    const elsewhere = token ? await services.identity.logoutUrl(config.publicUrl + returnTo) : undefined
    return reply.redirect(elsewhere?.href ?? returnTo)
  })
}

function otherLoopbackName(host: string, publicUrl: string): boolean {
  const own = new URL(publicUrl)
  const name = host.replace(/:\d+$/, '')
  return LOOPBACK_NAMES.has(own.hostname) && LOOPBACK_NAMES.has(name) && name !== own.hostname
}

/** Turns a failed sign-in into an error with a code, counts it, and logs it by severity. */
function failureOf(error: unknown, request: FastifyRequest, meter: Services['meter']): AppError {
  const failure = personGone(error) ?? asAppError(error)
  meter?.signInFailed(failure.code)
  const level = ERROR_STATUS[failure.code] >= 500 ? 'error' : 'warn'
  request.log[level]({ err: error, code: failure.code }, 'a sign-in failed')
  return failure
}

/** The page after a sign-in that didn't claim this browser's application: what happened, and what to do. */
function claimPageOf(problem: ClaimProblem, returnTo: string): string {
  return `/onboarding/claim?${new URLSearchParams({ problem, returnTo })}`
}

/**
 * The page after a sign-in whose verified email belongs to another account: accounts are never linked by email
 * (security R3).
 */
function otherAccountPageOf(returnTo: string): string {
  return `/other-account?${new URLSearchParams({ returnTo })}`
}

/**
 * The page after a failed sign-in: the error page with its text and 'Try Login Again' (account-admin §2.1).
 */
function errorPageOf(failure: AppError): string {
  const status = ERROR_STATUS[failure.code]
  const refusal: SignInRefusal | undefined = failure instanceof SignInRefused ? failure.refusal : undefined
  if (status >= 500 && !refusal) return `/error?status=${status}`
  const message = refusal ?? 'The login was not completed.'
  return `/error?${new URLSearchParams({ status: String(status), message })}`
}
