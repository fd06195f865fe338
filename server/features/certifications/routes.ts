import * as contract from '#contract/certifications.ts'
import { callerOf } from '#server/platform/http/access-guard.ts'
import { requireOwnIdentity } from '#server/platform/http/own-account.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import {
  currentCertifications,
  hasAcceptedRiskDisclosure,
  presentCertification,
} from '#server/records/certifications.ts'
import type { Services } from '#server/services.ts'
import { acceptRiskDisclosure } from './accept.ts'

/** What people have accepted, and accepting the risk disclosure. */
export function registerCertifications(routes: Routes, services: Services): void {
  const { database } = services

  routes.on(contract.checkCertification)(async ({ query, request }) => {
    await requireOwnIdentity(services, request, { userId: query.userId })
    const caller = callerOf(request)
    if (query.name === contract.USER_TYPE_SELECTION)
      return { hasAccepted: caller.userType !== null || caller.pendingUserType !== null }
    return { hasAccepted: hasAcceptedRiskDisclosure(await currentCertifications(database.db, caller.userId)) }
  })

  routes.on(contract.acceptCertification)(async ({ body, request }) => {
    await requireOwnIdentity(services, request, { userId: body.userId })
    const row = await acceptRiskDisclosure(services, {
      userId: callerOf(request).userId,
      additionalData: body.additional_data,
      referenceUrl: body.reference_url,
      overwrite: body.overwrite_existing ?? false,
      origin: originOf(request),
    })
    return { success: true, certification: presentCertification(row) }
  })

  routes.on(contract.listOwnCertifications)(async ({ request }) => {
    const rows = await currentCertifications(database.db, callerOf(request).userId)
    return { certifications: rows.map(presentCertification) }
  })
}
