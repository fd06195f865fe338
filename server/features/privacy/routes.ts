import * as contract from '#contract/privacy/privacy.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { requireRecentSignIn } from '#server/model/access/recent-sign-in.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { complain } from './complaints.ts'
import { ownPrivacy } from './own-privacy.ts'
import { presentComplaint, presentErasure } from './presenters.ts'
import { requestErasure, withdrawErasure } from './request-erasure.ts'

/** What people ask about their own data: erasing it, and complaining (security R58; law §4). */
export function registerPrivacy(routes: Routes, services: Services): void {
  routes.on(contract.getPrivacy)(({ request }) => ownPrivacy(services, callerOf(request).userId))

  routes.on(contract.requestErasure)(async ({ body, request }) => {
    const caller = callerOf(request)
    requireRecentSignIn(caller, services.now())
    const { reason } = body
    const row = await requestErasure(services, caller.userId, { reason, origin: originOf(request) })
    return { success: true, erasure: presentErasure(row) }
  })

  routes.on(contract.withdrawErasure)(async ({ request }) => {
    await withdrawErasure(services, callerOf(request).userId, originOf(request))
    return { success: true }
  })

  routes.on(contract.complain)(async ({ body, request }) => {
    const { text } = body
    const row = await complain(services, callerOf(request).userId, { text, origin: originOf(request) })
    return { success: true, complaint: presentComplaint(row) }
  })
}
