import { getHome, getVerificationStatus } from '#contract/verification/verification.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { readFacts, standingOfAccount } from '#server/model/standing/account-standing.ts'
import { homeOf } from '#server/model/standing/own-home.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { verificationStatus } from './verification-status.ts'

/** How far the signed-in person's verification is. */
export function registerVerification(routes: Routes, services: Services): void {
  const { database } = services
  routes.on(getVerificationStatus)(({ request }) => verificationStatus(services, callerOf(request)))

  routes.on(getHome)(async ({ request }) => {
    const caller = callerOf(request)
    const facts = await readFacts(database.db, caller)
    const standing = await standingOfAccount(database.db, services, caller, facts)
    return homeOf(database.db, services, caller, { facts, standing })
  })
}
