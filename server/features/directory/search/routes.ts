import * as contract from '#contract/directory/search.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { staffMay } from '#server/model/access/caller.ts'
import { viewRecorder } from '#server/model/staff/staff-views.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { searchEverything } from './search-everything.ts'

/** One search over people, companies and invoices. It shows names, so it is recorded (security R24). */
export function registerSearch(routes: Routes, services: Services): void {
  const { read, config } = services
  const recordView = viewRecorder(services, 'admin.search_viewed')

  routes.on(contract.searchEverything)(async ({ query, request }) => {
    const may = new Set(staffMay(callerOf(request), config.companyDomains))
    const found = await read(request, (db) => searchEverything(db, query.q, may))
    await recordView(request)
    return found
  })
}
