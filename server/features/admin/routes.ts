import type { FastifyRequest } from 'fastify'
import * as cases from '#contract/admin-cases.ts'
import * as contract from '#contract/admin-users.ts'
import type { CaseKind } from '#contract/cases.ts'
import { wireStatuses } from '#domain/cases/case-view.ts'
import { callerOf } from '#server/platform/http/access-guard.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import { type EventType, recordEvent } from '#server/platform/ledger/record-event.ts'
import { isVisitor } from '#server/records/applications/applications.ts'
import { findCase, type StoredCase } from '#server/records/cases/cases.ts'
import type { Services } from '#server/services.ts'
import { decideByItems, saveVerdicts, setStatus } from './review/decide.ts'
import { reviewCase } from './review/review-case.ts'
import { userDetail } from './users/user-detail.ts'
import { registerUsers } from './users/user-routes.ts'

/** Searching users and reviewing their verification; every look at identity data is recorded (security R24). */
export function registerAdmin(routes: Routes, services: Services): void {
  const { database, now, config } = services
  registerUsers(routes, services)

  const record = (
    request: FastifyRequest,
    type: EventType,
    about: { userId?: number; caseId?: number; after?: unknown },
  ) =>
    database.transaction((tx) =>
      recordEvent(tx, {
        at: now(),
        type,
        actor: { kind: 'staff', id: callerOf(request).userId },
        origin: originOf(request),
        ...about,
      }),
    )

  routes.on(contract.getUser)(async ({ params, request }) => {
    const data = await userDetail(database.db, params.id, {
      config,
      now: now(),
      viewer: callerOf(request),
    })
    await record(request, 'admin.user_viewed', { userId: params.id })
    return { success: true, data }
  })

  const present = (stored: StoredCase, request: FastifyRequest) =>
    reviewCase(database.db, services.files, stored, config, callerOf(request).userId, now())
  const decisionOf = (request: FastifyRequest, userId: number, kind: CaseKind) => ({
    caller: callerOf(request),
    userId,
    kind,
    origin: originOf(request),
  })

  routes.on(cases.getReviewCase)(async ({ params, query, request }) => {
    const stored = await findCase(database.db, params.id, query.kind)
    if (!stored || stored.record.round === 0 || (await isVisitor(database.db, params.id)))
      return { case: null }
    await record(request, 'case.viewed', { userId: params.id, caseId: stored.id })
    return { case: await present(stored, request) }
  })

  routes.on(cases.updateKycStatus)(async ({ params, body, request }) => {
    const decision = decisionOf(request, params.id, 'consumer')
    const { record: moved } = await setStatus(services, decision, body.kyc_status, body)
    return { success: true, kyc_status: wireStatuses(moved.state).kycStatus, version: moved.version }
  })

  routes.on(cases.updateCddStatus)(async ({ params, body, request }) => {
    const decision = decisionOf(request, params.id, 'business')
    const { record: moved } = await setStatus(services, decision, body.cdd_status, body)
    return { success: true, cdd_status: wireStatuses(moved.state).kycStatus, version: moved.version }
  })

  routes.on(cases.saveVerdicts)(async ({ params, body, request }) => {
    const decision = decisionOf(request, params.id, body.kind)
    return { success: true, case: await present(await saveVerdicts(services, decision, body), request) }
  })

  routes.on(cases.decideCase)(async ({ params, body, request }) => {
    const decision = decisionOf(request, params.id, body.kind)
    return { success: true, case: await present(await decideByItems(services, decision, body), request) }
  })
}
