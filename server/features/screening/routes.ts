import * as contract from '#contract/screening/screening.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { isVisitorId } from '#server/model/applications/applications.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { findCase, type StoredCase } from '#server/model/cases/cases.ts'
import { requireUser } from '#server/model/people/user-view.ts'
import { staffActOf } from '#server/model/staff/staff-act.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import type { Services } from '#server/services.ts'
import { presentScreening } from './case-screening.ts'
import { changeSettings } from './change-settings.ts'
import { decideMatch } from './decide-match.ts'
import { matchReport } from './match-report.ts'
import { openMatches } from './open-matches.ts'
import { screenOne } from './screen-waiting.ts'
import { tellOfMatches } from './tell-of-matches.ts'
import { latestTrial, startTrial } from './trial.ts'

/**
 * Sanctions screening for staff; nothing of it is ever told to the person, staff included (law §3.2). Each look is
 * recorded.
 */
export function registerScreening(routes: Routes, services: Services): void {
  const { database, now, config } = services

  /** The case that staff may see of a person; none before it was submitted, and of a visitor before it is claimed. */
  async function submittedCase(userId: number, kind: CaseKind): Promise<StoredCase | undefined> {
    const stored = await findCase(database.db, userId, kind)
    if (!stored || stored.record.round === 0 || (await isVisitorId(database.db, userId))) return undefined
    return stored
  }

  routes.on(contract.getCaseScreening)(async ({ params, query, request }) => {
    const viewerId = callerOf(request).userId
    await requireUser(database.db, params.id)
    const stored = viewerId === params.id ? undefined : await submittedCase(params.id, query.kind)
    if (!stored) return { screening: null }
    await database.transaction(async (tx) => {
      await recordEvent(tx, {
        at: now(),
        type: 'screening.viewed',
        actor: { kind: 'staff', id: viewerId },
        userId: params.id,
        subject: `case:${stored.id}`,
        origin: originOf(request),
      })
    })
    return {
      screening: await presentScreening(database.db, stored, {
        id: viewerId,
        now: now(),
        sanctions: config.sanctions,
        dateStyle: config.dateStyle,
      }),
    }
  })

  routes.on(contract.screenNow)(async ({ params, query, request }) => {
    const { userId } = callerOf(request)
    if (userId === params.id)
      throw new AppError('FORBIDDEN', 'This is your own verification. A colleague works on it.')
    const stored = await submittedCase(params.id, query.kind)
    if (!stored) throw new AppError('NOT_FOUND', 'This user has not submitted anything to verify.')
    await screenOne(services, stored.id)
    await tellOfMatches(services, stored.id)
    return { success: true }
  })

  routes.on(contract.listOpenMatches)(async ({ query, request }) => {
    const readerId = callerOf(request).userId
    const answer = await openMatches(database.db, query, {
      readerId,
      sanctions: config.sanctions,
      now: now(),
    })
    // The pages that follow belong to the same look.
    if (!query.cursor)
      await database.transaction((tx) =>
        recordEvent(tx, {
          at: now(),
          type: 'screening.viewed',
          actor: { kind: 'staff', id: readerId },
          after: { matches: answer.matches.length },
          origin: originOf(request),
        }),
      )
    return answer
  })

  routes.on(contract.changeScreeningSettings)(async ({ body, request }) => ({
    success: true,
    settings: await changeSettings(services, staffActOf(request), body),
  }))

  routes.on(contract.getScreeningTrial)(async () => ({ trial: await latestTrial(database.db) }))

  routes.on(contract.startScreeningTrial)(async ({ request }) => ({
    trial: await startTrial(services, staffActOf(request)),
  }))

  routes.on(contract.downloadMatchReport)(async ({ params, request, reply }) =>
    sendFile(reply, {
      as: 'attachment',
      fileName: `report-on-match-${params.id}.pdf`,
      mime: 'application/pdf',
      body: await matchReport(services, staffActOf(request), params.id),
    }),
  )

  routes.on(contract.decideMatch)(async ({ params, body, request }) => {
    const by = { userId: callerOf(request).userId, origin: originOf(request) }
    return { success: true, match: await decideMatch(services, by, params.id, body) }
  })
}
