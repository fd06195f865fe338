import * as contract from '#contract/documents/face-comparison.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { chooseByPeopleOnly, readFaceChoice, recordTold } from './face-choice.ts'

/** What people are told about the comparison of faces, and their choice. */
export function registerFaceComparison(routes: Routes, services: Services): void {
  routes.on(contract.readFaceComparison)(({ request }) => readFaceChoice(services, callerOf(request).userId))

  routes.on(contract.tellFaceComparison)(({ request }) =>
    recordTold(services, callerOf(request).userId, originOf(request)),
  )

  routes.on(contract.chooseFaceComparison)(({ body, request }) =>
    chooseByPeopleOnly(services, callerOf(request).userId, body.byPeopleOnly, originOf(request)),
  )
}
