import { and, eq, isNull, lt, or } from 'drizzle-orm'
import * as contract from '#contract/verification/verification.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { cases } from '#server/model/schema/cases.ts'
import { readFacts, standingOfAccount } from '#server/model/standing/account-standing.ts'
import { homeOf, ownLines } from '#server/model/standing/own-home.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { confirmDetails } from './confirm-details.ts'
import { verificationStatus } from './verification-status.ts'

/** The progress of the signed-in person's verification, and their yearly confirmation of it. */
export function registerVerification(routes: Routes, services: Services): void {
  const { database } = services
  routes.on(contract.getVerificationStatus)(({ request }) => verificationStatus(services, callerOf(request)))

  routes.on(contract.getHome)(async ({ request }) => {
    const caller = callerOf(request)
    const facts = await readFacts(database.db, caller)
    const standing = await standingOfAccount(database.db, services, caller, facts)
    return homeOf(database.db, services, caller, { facts, standing })
  })

  routes.on(contract.getOwnLines)(async ({ query: { kind }, request }) => ({
    lines: await ownLines(database.db, services, { userId: callerOf(request).userId, kind }),
  }))

  routes.on(contract.confirmDetails)(async ({ body, request }) => ({
    success: true,
    state: await confirmDetails(services, callerOf(request).userId, body.docType, originOf(request)),
  }))

  routes.on(contract.markApprovalShown)(async ({ request }) => {
    const { userId } = callerOf(request)
    const isUnseen = or(isNull(cases.approvalShownAt), lt(cases.approvalShownAt, cases.decidedAt))
    await database.db
      .update(cases)
      .set({ approvalShownAt: services.now() })
      .where(and(eq(cases.userId, userId), eq(cases.state, 'approved'), isUnseen))
    return { success: true as const }
  })
}
