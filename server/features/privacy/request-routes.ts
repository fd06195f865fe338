import * as contract from '#contract/privacy/privacy-admin.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { requireRecentSignIn } from '#server/model/access/caller.ts'
import { staffActOf } from '#server/model/staff/staff-act.ts'
import { viewRecorder } from '#server/model/staff/staff-views.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { answerComplaint, closeComplaint } from './complaints.ts'
import { carryOutErasure, refuseErasure } from './decide-erasure.ts'
import { liftLegalHold, setLegalHold } from './legal-holds.ts'
import { complaintList, erasureList, legalHoldList } from './request-lists.ts'

/** Administrators' answers to people's requests about their data, and legal holds (security R58). */
export function registerDataRequests(routes: Routes, services: Services): void {
  const [erasures, made, holds] = [erasureList(services), complaintList(services), legalHoldList(services)]
  // What people write there is confidential.
  const recordView = viewRecorder(services, 'admin.requests_viewed')

  routes.on(contract.listErasures)(async ({ query, request }) => {
    const { rows, nextCursor } = await erasures.list(query)
    await recordView(request, { found: rows.length })
    const me = callerOf(request).userId
    // No one learns of a hold on their own records or of their own match, not even administrators.
    const shown = rows.map((row) =>
      row.person.userId === me ? { ...row, isHeld: false, openMatches: [] } : row,
    )
    return { erasures: shown, nextCursor }
  })
  routes.on(contract.carryOutErasure)(async ({ params, request }) => {
    requireRecentSignIn(callerOf(request), services.now())
    await carryOutErasure(services, staffActOf(request), params.id)
    return { success: true, erasure: await erasures.find(params.id) }
  })
  routes.on(contract.refuseErasure)(async ({ params, body, request }) => {
    await refuseErasure(services, staffActOf(request), params.id, body.answer)
    return { success: true, erasure: await erasures.find(params.id) }
  })

  routes.on(contract.listComplaints)(async ({ query, request }) => {
    const { rows, nextCursor } = await made.list(query)
    await recordView(request, { found: rows.length })
    return { complaints: rows, nextCursor }
  })
  routes.on(contract.answerComplaint)(async ({ params, body, request }) => {
    await answerComplaint(services, staffActOf(request), params.id, body.answer)
    return { success: true, complaint: await made.find(params.id) }
  })
  routes.on(contract.closeComplaint)(async ({ params, request }) => {
    await closeComplaint(services, staffActOf(request), params.id)
    return { success: true, complaint: await made.find(params.id) }
  })

  routes.on(contract.listLegalHolds)(async ({ query, request }) => {
    const { rows, nextCursor } = await holds.list({ ...query, hiddenFrom: callerOf(request).userId })
    await recordView(request, { found: rows.length })
    return { holds: rows, nextCursor }
  })
  routes.on(contract.setLegalHold)(async ({ body, request }) => ({
    success: true,
    hold: await holds.find(await setLegalHold(services, staffActOf(request), body)),
  }))
  // Expired records are deleted in the next night.
  routes.on(contract.liftLegalHold)(async ({ params, body, request }) => {
    requireRecentSignIn(callerOf(request), services.now())
    await liftLegalHold(services, staffActOf(request), params.id, body.reason)
    return { success: true, hold: await holds.find(params.id) }
  })
}
