import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/applicants.ts'
import { isSameAddress } from '#domain/onboarding/application-claim.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Caller } from '#server/platform/sessions/caller.ts'
import { applicantFinder, type SessionCookie } from '#server/platform/sessions/session-cookie.ts'
import { applicantOf } from '#server/records/people/user-view.ts'
import type { Services } from '#server/services.ts'
import { beginApplication } from './begin.ts'
import { discardApplication } from './discard.ts'

interface Parts {
  /** The cookie of applicant sessions. */
  cookie: SessionCookie
  sessionCookie: SessionCookie
  callerOf: (request: FastifyRequest) => Promise<Caller | undefined>
}

/** Beginning an application as a visitor, and giving it up (decisions §2). */
export function registerApplicants(routes: Routes, services: Services, parts: Parts): void {
  const findApplicant = applicantFinder(services.applicants, parts.cookie)

  routes.on(contract.collectEmail)(async ({ body, request, reply }) => {
    if (await parts.callerOf(request))
      throw new AppError('INVALID_STATE', 'You are signed in. What you begin belongs to your account.')
    // Of a session that lapsed; it would stand before the application.
    if (parts.sessionCookie.read(request)) parts.sessionCookie.clear(reply)
    const held = applicantOf(await findApplicant(request))
    if (held && !isSameAddress(held.email, body.email))
      throw new AppError(
        'INVALID_STATE',
        'An application was begun in this browser with another email address. Go on with it, or delete it first.',
      )
    if (held) return { success: true, applicant: held }
    const { token, applicant } = await beginApplication(services, body, originOf(request))
    parts.cookie.write(reply, token)
    return { success: true, applicant }
  })

  routes.on(contract.discardApplication)(async ({ request, reply }) => {
    // By the applicant's own cookie, whoever is signed in beside it.
    const held = await findApplicant(request)
    if (!held) throw new AppError('NOT_FOUND', 'There is no application in this browser.')
    await discardApplication(services, held.userId, originOf(request))
    parts.cookie.clear(reply)
    return { success: true }
  })
}
