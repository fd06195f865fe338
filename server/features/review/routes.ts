import type { FastifyRequest } from 'fastify'
import * as cases from '#contract/review/admin-cases.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { wireStatuses } from '#domain/cases/case-view.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import type { EventType } from '#server/model/audit/event-type.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { findSubmittedCase } from '#server/model/cases/submitted-case.ts'
import { requireRetainedOpen } from '#server/model/people/erased-people.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { decideByItems, saveVerdicts, setStatus } from './decide.ts'
import { decideLater, undoDecision } from './decide-later.ts'
import { reviewCase } from './review-case.ts'

/** Reviewing a verification; every read of identity data is recorded (security R24). */
export function registerReview(routes: Routes, services: Services): void {
  const { database, now, config } = services

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

  const present = (stored: StoredCase, request: FastifyRequest) =>
    reviewCase(database.db, services.files, stored, config, callerOf(request), now())
  const decisionOf = (request: FastifyRequest, userId: number, kind: CaseKind) => ({
    caller: callerOf(request),
    userId,
    kind,
    origin: originOf(request),
  })

  routes.on(cases.getReviewCase)(async ({ params, query, request }) => {
    const stored = await findSubmittedCase(database.db, params.id, query.kind)
    if (!stored) return { case: null }
    requireRetainedOpen(stored, callerOf(request), config.companyDomains)
    await record(request, 'case.viewed', { userId: params.id, caseId: stored.id })
    return { case: await present(stored, request) }
  })

  routes.on(cases.updateKycStatus)(async ({ params, body, request }) => {
    const decision = decisionOf(request, params.id, 'consumer')
    const { current: moved } = await setStatus(services, decision, body.kyc_status, body)
    return { success: true, kyc_status: wireStatuses(moved.state).kycStatus, version: moved.version }
  })

  routes.on(cases.updateCddStatus)(async ({ params, body, request }) => {
    const decision = decisionOf(request, params.id, 'business')
    const { current: moved } = await setStatus(services, decision, body.cdd_status, body)
    return { success: true, cdd_status: wireStatuses(moved.state).kycStatus, version: moved.version }
  })

  routes.on(cases.saveVerdicts)(async ({ params, body, request }) => {
    const decision = decisionOf(request, params.id, body.kind)
    return { success: true, case: await present(await saveVerdicts(services, decision, body), request) }
  })

  routes.on(cases.decideCase)(async ({ params, body, request }) => {
    const decision = decisionOf(request, params.id, body.kind)
    const decided = body.undoable
      ? await decideLater(services, decision, body)
      : await decideByItems(services, decision, body)
    return { success: true, case: await present(decided, request) }
  })

  routes.on(cases.undoDecision)(async ({ params, query, request }) => {
    const undone = await undoDecision(services, decisionOf(request, params.id, query.kind))
    return { success: true, case: await present(undone, request) }
  })
}
