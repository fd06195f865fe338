import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/site/bug-reports.ts'
import type { Caller } from '#server/model/access/caller.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { storeBugReport } from './report-bug.ts'

/** Reporting a bug, which needs no session and records the reporter if there is one. */
export function registerBugReports(
  routes: Routes,
  services: Services,
  { findCaller }: { findCaller(request: FastifyRequest): Promise<Caller | undefined> },
): void {
  routes.on(contract.reportBug)(async ({ body, request }) => {
    const caller = await findCaller(request)
    const id = await storeBugReport(services, {
      ...body,
      userId: caller?.userId,
      requestId: request.id,
    })
    return { success: true, id }
  })
}
