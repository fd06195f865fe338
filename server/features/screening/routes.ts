import * as contract from '#contract/screening/screening.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { mayCall } from '#server/model/access/caller.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { refuseValue } from '#server/model/audit/refused-value.ts'
import { staffActOf } from '#server/model/staff/staff-act.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import type { Services } from '#server/services.ts'
import { readScreening, screenNow } from './case-screening.ts'
import { changeSettings } from './change-settings.ts'
import { decideMatch } from './decide-match.ts'
import { matchReport } from './match-report.ts'
import { openMatches } from './open-matches.ts'
import { latestTrial, startTrial } from './trial.ts'

/**
 * Sanctions screening for staff; none of it is ever revealed to the person, even if they are staff (law §3.4).
 * Each read is recorded.
 */
export function registerScreening(routes: Routes, services: Services): void {
  const { database, now, config } = services

  routes.on(contract.getCaseScreening)(async ({ params, query, request }) => {
    const altered: FieldPlace[] = []
    const screening = await readScreening(services, staffActOf(request), {
      caller: callerOf(request),
      userId: params.id,
      kind: query.kind,
      onAltered: (place) => altered.push(place),
    })
    const reading = { reader: callerOf(request), origin: originOf(request) }
    for (const place of altered) await refuseValue(services, place, reading)
    return { screening }
  })

  routes.on(contract.screenNow)(async ({ params, query, request }) => {
    await screenNow(services, callerOf(request).userId, params.id, query.kind)
    return { success: true }
  })

  routes.on(contract.listOpenMatches)(async ({ query, request }) => {
    const reader = callerOf(request)
    const readerId = reader.userId
    const altered: FieldPlace[] = []
    const answer = await openMatches(database.db, query, {
      reader: { readerId, withErased: mayCall('people.erased', reader, config.companyDomains) },
      config,
      now: now(),
      onAltered: (place) => altered.push(place),
    })
    for (const place of altered) await refuseValue(services, place, { reader, origin: originOf(request) })
    // Further pages belong to the same read.
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
      body: await matchReport(services, staffActOf(request), {
        caller: callerOf(request),
        matchId: params.id,
      }),
    }),
  )

  routes.on(contract.decideMatch)(async ({ params, body, request }) => ({
    success: true,
    match: await decideMatch(
      services,
      staffActOf(request),
      { caller: callerOf(request), matchId: params.id },
      body,
    ),
  }))
}
