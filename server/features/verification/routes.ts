import { and, eq, isNull, lt, or } from 'drizzle-orm'
import {
  getHome,
  getOwnLines,
  getVerificationStatus,
  markApprovalShown,
} from '#contract/verification/verification.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { cases } from '#server/model/schema/cases.ts'
import { readFacts, standingOfAccount } from '#server/model/standing/account-standing.ts'
import { homeOf, ownLines } from '#server/model/standing/own-home.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { verificationStatus } from './verification-status.ts'

/** The progress of the signed-in person's verification. */
export function registerVerification(routes: Routes, services: Services): void {
  const { database } = services
  routes.on(getVerificationStatus)(({ request }) => verificationStatus(services, callerOf(request)))

  routes.on(getHome)(async ({ request }) => {
    const caller = callerOf(request)
    const facts = await readFacts(database.db, caller)
    const standing = await standingOfAccount(database.db, services, caller, facts)
    return homeOf(database.db, services, caller, { facts, standing })
  })

  routes.on(getOwnLines)(async ({ query: { kind }, request }) => ({
    lines: await ownLines(database.db, services, { userId: callerOf(request).userId, kind }),
  }))

  routes.on(markApprovalShown)(async ({ request }) => {
    const { userId } = callerOf(request)
    const isUnseen = or(isNull(cases.approvalShownAt), lt(cases.approvalShownAt, cases.decidedAt))
    await database.db
      .update(cases)
      .set({ approvalShownAt: services.now() })
      .where(and(eq(cases.userId, userId), eq(cases.state, 'approved'), isUnseen))
    return { success: true as const }
  })
}
