import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/onboarding/visitors.ts'
import { isSameAddress } from '#domain/onboarding/application-claim.ts'
import type { Caller } from '#server/model/access/caller.ts'
import { applicationFinder, type SessionCookie, sessionTokenOf } from '#server/model/access/session-cookie.ts'
import { lockApplication, removeApplication } from '#server/model/applications/applications.ts'
import { visitorView } from '#server/model/people/user-view.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { type Origin, originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { findSentCode, sendAgain, sendCode } from './codes.ts'
import { proveAddress } from './prove.ts'

interface Parts {
  /** The cookie of applicant sessions. */
  cookie: SessionCookie
  /** The cookie of the browser that a code was sent for. */
  codeCookie: SessionCookie
  sessionCookie: SessionCookie
  findCaller: (request: FastifyRequest) => Promise<Caller | undefined>
}

/** Starting and resuming an application as a visitor, with a code sent to their address, and discarding it. */
export function registerVisitors(routes: Routes, services: Services, parts: Parts): void {
  const { database } = services
  const { cookie, codeCookie, sessionCookie } = parts
  const findApplication = applicationFinder(services.visitors, cookie)
  const requireVisitor = async (request: FastifyRequest) => {
    if (await parts.findCaller(request))
      throw new AppError('INVALID_STATE', 'You are signed in. Anything you start is saved to your account.')
  }

  routes.on(contract.collectEmail)(async ({ body, request, reply }) => {
    const { email, captchaToken, kind = null } = body
    await requireVisitor(request)
    // From a lapsed session; it would hide the application.
    if (sessionCookie.read(request)) sessionCookie.clear(reply)
    const held = await findApplication(request)
    if (held?.application?.isProven && isSameAddress(held.application.email, email))
      return { success: true, applicant: visitorView(held), code: null }
    const { token, code } = await database.transaction(async (tx) => {
      await services.captcha.verify(tx, captchaToken)
      return sendCode(services, tx, { email, kind }, sessionTokenOf(request, codeCookie))
    })
    codeCookie.write(reply, token)
    return { success: true, applicant: null, code }
  })

  routes.on(contract.getSentCode)(async ({ request }) => {
    const token = sessionTokenOf(request, codeCookie)
    return { code: token ? await findSentCode(database.db, token) : null }
  })

  routes.on(contract.sendCodeAgain)(async ({ request }) => {
    const token = codeTokenOf(request)
    return { success: true, code: await database.transaction((tx) => sendAgain(services, tx, token)) }
  })

  routes.on(contract.proveEmail)(async ({ body, request, reply }) => {
    await requireVisitor(request)
    const tokens = { code: codeTokenOf(request), applicant: sessionTokenOf(request, cookie) }
    const opened = await proveAddress(services, tokens, body, originOf(request))
    codeCookie.clear(reply)
    if (opened) cookie.write(reply, opened.token)
    return { success: true, applicant: opened?.applicant ?? null }
  })

  routes.on(contract.discardApplication)(async ({ request, reply }) => {
    // By the applicant's own cookie, whether or not someone is also signed in.
    const held = await findApplication(request)
    if (!held) throw new AppError('NOT_FOUND', 'There is no application in this browser.')
    await discardApplication(services, held.userId, originOf(request))
    cookie.clear(reply)
    return { success: true }
  })

  function codeTokenOf(request: FastifyRequest): string {
    const token = sessionTokenOf(request, codeCookie)
    if (!token) throw new AppError('INVALID_STATE', 'Enter your email first, and we’ll send you a code.')
    return token
  }
}

/** Deletes an unclaimed application with its files at its visitor's request. Throws NOT_FOUND if it has just gone. */
export async function discardApplication(services: Services, userId: number, origin: Origin): Promise<void> {
  const { database, files, now } = services
  const { keys } = await database.transaction(async (tx) => {
    if (!(await lockApplication(tx, { userId })))
      throw new AppError('NOT_FOUND', 'There is no application in this browser.')
    return removeApplication(tx, userId, { at: now(), actor: { kind: 'user', id: userId }, origin })
  })
  for (const key of keys) await files.remove(key)
}
