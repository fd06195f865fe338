import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/review/case-work.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { askToConfirm } from '#contract/verification/verification.ts'
import { confirmByDate } from '#domain/cases/confirmation.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { addNote } from './case-notes.ts'
import { changeCase, type Decision } from './decide.ts'
import { confirmLater } from './decide-later.ts'
import { reviewCase } from './review-case.ts'

/** What reviewers do with a case besides deciding it: ownership, notes, the second approval. */
export function registerCaseWork(routes: Routes, services: Services): void {
  const { database, now } = services

  const decisionOf = (request: FastifyRequest, userId: number, kind: CaseKind): Decision => ({
    caller: callerOf(request),
    userId,
    kind,
    origin: originOf(request),
  })
  const answer = async (request: FastifyRequest, changed: Promise<StoredCase>) => ({
    success: true as const,
    case: await reviewCase(
      database.db,
      services.files,
      await changed,
      services.config,
      callerOf(request),
      now(),
    ),
  })

  routes.on(contract.claimCase)(({ params, body, request }) =>
    answer(
      request,
      changeCase(services, decisionOf(request, params.id, body.kind), (actor) => ({
        type: 'claim',
        actor,
        takeOver: body.takeOver,
      })),
    ),
  )

  routes.on(contract.releaseCase)(({ params, body, request }) =>
    answer(
      request,
      changeCase(services, decisionOf(request, params.id, body.kind), (actor) => ({
        type: 'release',
        actor,
      })),
    ),
  )

  routes.on(contract.skipCase)(({ params, body, request }) =>
    answer(
      request,
      changeCase(services, decisionOf(request, params.id, body.kind), (actor) => ({
        type: 'release',
        actor,
        isSkip: true,
      })),
    ),
  )

  routes.on(contract.addCaseNote)(({ params, body, request }) =>
    answer(
      request,
      addNote(services, decisionOf(request, params.id, body.kind), {
        text: body.text,
        key: body.request_key,
      }),
    ),
  )

  routes.on(contract.confirmApproval)(({ params, body, request }) => {
    const decision = decisionOf(request, params.id, body.kind)
    return answer(
      request,
      body.undoable
        ? confirmLater(services, decision, body)
        : changeCase(services, decision, async (actor, facts) => ({
            type: 'confirm_approval',
            actor,
            version: body.version,
            ...(await facts.statusObstacles()),
            note: body.note,
          })),
    )
  })

  routes.on(contract.declineApproval)(({ params, body, request }) =>
    answer(
      request,
      changeCase(services, decisionOf(request, params.id, body.kind), (actor) => ({
        type: 'decline_approval',
        actor,
        version: body.version,
        note: body.note,
      })),
    ),
  )

  // Companies have no page for confirming their details.
  routes.on(askToConfirm)(({ params, body, request }) =>
    answer(
      request,
      changeCase(services, decisionOf(request, params.id, 'consumer'), (actor) => ({
        type: 'ask_to_confirm',
        actor,
        ...body,
        confirmBy: confirmByDate(now()),
      })),
    ),
  )
}
