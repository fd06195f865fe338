import * as contract from '#contract/review/review-queue.ts'
import { getStaffHome } from '#contract/review/staff-home.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { mayCall } from '#server/model/access/caller.ts'
import { viewRecorder } from '#server/model/staff/staff-views.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { assignAll } from './assign-cases.ts'
import { claimNextCase } from './claim-next.ts'
import { queuePage } from './queue-list.ts'
import { reviewersOf } from './reviewers.ts'
import { staffHome } from './staff-home.ts'

/** The queue of cases and who works on which of them. Reading it shows names, so it is recorded (security R24). */
export function registerQueue(routes: Routes, services: Services): void {
  const { database, config, now, read } = services
  const recordView = viewRecorder(services, 'admin.queue_viewed')

  routes.on(contract.listQueue)(async ({ query, request }) => {
    const { limit, cursor, sort, order, ...filters } = query
    const caller = callerOf(request)
    const asking = {
      reviewerId: caller.userId,
      now: now(),
      withErased: mayCall('people.erased', caller, config.companyDomains),
    }
    const page = await read(request, (db) => queuePage(db, filters, { limit, cursor, sort, order }, asking))
    await recordView(request, { found: page.count })
    return page
  })

  routes.on(contract.claimNext)(async ({ body, request }) => {
    const { claimed, skipped } = await claimNextCase(services, {
      caller: callerOf(request),
      kind: body.kind,
      origin: originOf(request),
    })
    return {
      case: claimed ? { id: claimed.id, userId: claimed.userId, kind: claimed.record.kind } : null,
      skipped,
    }
  })

  routes.on(contract.assignCases)(({ body, request }) =>
    assignAll(services, { caller: callerOf(request), origin: originOf(request) }, body),
  )

  routes.on(getStaffHome)(async ({ request }) => {
    const caller = callerOf(request)
    // During maintenance no one can be recorded as having seen names, so the dashboard has none.
    const withNames =
      mayCall('queue.read', caller, config.companyDomains) && !(await services.maintenance.isOn())
    const asking = { reviewerId: caller.userId, now: now() }
    const home = await read(request, (db) => staffHome(db, asking, { withNames }))
    if (withNames) await recordView(request, { found: home.queue.waiting })
    return home
  })

  routes.on(contract.listReviewers)(async () => ({ reviewers: await reviewersOf(database.db, config) }))
}
