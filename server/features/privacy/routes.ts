import { desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { getPrivacy } from '#contract/privacy/privacy.ts'
import * as contract from '#contract/privacy/privacy.ts'
import { erasurePlan } from '#domain/privacy/retention.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { requireRecentSignIn } from '#server/model/access/caller.ts'
import { relationshipOf } from '#server/model/people/relationships.ts'
import { complaints, erasureRequests } from '#server/model/schema/privacy.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { complain } from './complaints.ts'
import { expectedEnd } from './erasure-end.ts'
import { requestErasure, withdrawErasure } from './request-erasure.ts'
import { presentComplaint, presentErasure } from './request-lists.ts'

/** People's requests about their own data: erasing it, and complaining (security R58; law §4.1). */
export function registerPrivacy(routes: Routes, services: Services): void {
  routes.on(contract.getPrivacy)(({ request }) => ownPrivacy(services, callerOf(request).userId))

  routes.on(contract.requestErasure)(async ({ body, request }) => {
    const caller = callerOf(request)
    requireRecentSignIn(caller, services.now())
    const { reason } = body
    const row = await requestErasure(services, caller.userId, { reason, origin: originOf(request) })
    return { success: true, erasure: presentErasure(row) }
  })

  routes.on(contract.withdrawErasure)(async ({ request }) => {
    await withdrawErasure(services, callerOf(request).userId, originOf(request))
    return { success: true }
  })

  routes.on(contract.complain)(async ({ body, request }) => {
    const { text } = body
    const row = await complain(services, callerOf(request).userId, { text, origin: originOf(request) })
    return { success: true, complaint: presentComplaint(row) }
  })
}

/** A person's requests about their data, and what an erasure will do, without revealing a legal hold. */
async function ownPrivacy(
  { database: { db }, config, now }: Pick<Services, 'database' | 'config' | 'now'>,
  userId: number,
): Promise<z.input<typeof getPrivacy.answer>> {
  const [erasure] = await db
    .select()
    .from(erasureRequests)
    .where(eq(erasureRequests.userId, userId))
    .orderBy(desc(erasureRequests.id))
    .limit(1)
  const made = await db
    .select()
    .from(complaints)
    .where(eq(complaints.userId, userId))
    .orderBy(desc(complaints.id))
  return {
    erasure: erasure ? presentErasure(erasure) : null,
    plan: erasurePlan(
      await relationshipOf(db, userId),
      expectedEnd(erasure, now()),
      config.retention,
      config.dateStyle,
    ),
    complaints: made.map(presentComplaint),
  }
}
