import * as contract from '#contract/review-queue.ts'
import { callerOf } from '#server/platform/http/access-guard.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import { recordEvent } from '#server/platform/ledger/record-event.ts'
import type { Services } from '#server/services.ts'
import { assignAll } from './assign-cases.ts'
import { claimNextCase } from './claim-next.ts'
import { queuePage } from './queue-list.ts'
import { reviewersOf } from './reviewers.ts'

/** How often one reviewer's look at the queue is told: the page reads it again and again while it is open. */
const LOOK_MS = 15 * 60_000

/** The queue of cases and who works on which of them. Reading it shows names, so it is recorded (security R24). */
export function registerQueue(routes: Routes, services: Services): void {
  const { database, config, now } = services
  const lastLooks = new Map<number, number>()

  /** Whether this look is one to record; remembers that it was. */
  const isNewLook = (reviewerId: number) => {
    const at = now().getTime()
    if (at - (lastLooks.get(reviewerId) ?? Number.NEGATIVE_INFINITY) < LOOK_MS) return false
    lastLooks.set(reviewerId, at)
    return true
  }

  routes.on(contract.listQueue)(async ({ query, request }) => {
    const { limit, cursor, ...filters } = query
    const { userId: reviewerId } = callerOf(request)
    const page = await queuePage(database.db, filters, { limit, cursor }, { reviewerId, now: now() })
    if (isNewLook(reviewerId))
      await database.transaction((tx) =>
        recordEvent(tx, {
          at: now(),
          type: 'admin.queue_viewed',
          actor: { kind: 'staff', id: reviewerId },
          origin: originOf(request),
          after: { found: page.count },
        }),
      )
    return page
  })

  routes.on(contract.claimNext)(async ({ body, request }) => {
    const found = await claimNextCase(services, {
      caller: callerOf(request),
      kind: body.kind,
      origin: originOf(request),
    })
    return { case: found ? { id: found.id, userId: found.userId, kind: found.record.kind } : null }
  })

  routes.on(contract.assignCases)(({ body, request }) =>
    assignAll(services, { caller: callerOf(request), origin: originOf(request) }, body),
  )

  routes.on(contract.listReviewers)(async () => ({ reviewers: await reviewersOf(database.db, config) }))
}
