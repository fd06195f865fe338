import { randomUUID } from 'node:crypto'
import type { Caller } from '#server/model/access/caller.ts'
import { isVisitorId } from '#server/model/applications/applications.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { lockCaseById, moveCase } from '#server/model/cases/cases.ts'
import { actingStaff } from '#server/model/staff/acting-staff.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { reviewersOf } from './reviewers.ts'
import { tellAssigned } from './tell-assigned.ts'

export interface Assigned {
  assigned: number
  refused: { id: number; message: string }[]
}

/**
 * Assigns cases to a reviewer, or to no one: each in a transaction of its own, so that one which cannot be assigned leaves
 * the others be. Throws VALIDATION_ERROR where `to` reviews nothing.
 */
export async function assignAll(
  services: Services,
  { caller, origin }: { caller: Caller; origin: Origin },
  { cases, to }: { cases: readonly number[]; to: number | null },
): Promise<Assigned> {
  const { database, config } = services
  if (to !== null && !(await reviewersOf(database.db, config)).some(({ id }) => id === to))
    throw new AppError('VALIDATION_ERROR', 'Choose someone who can review cases.', {
      fields: { to: 'Choose someone who can review cases' },
    })
  const batch = randomUUID()
  const result: Assigned = { assigned: 0, refused: [] }
  for (const id of new Set(cases)) {
    const refusal = await assignOne(services, { caller, origin, batch }, id, to)
    if (refusal) result.refused.push({ id, message: refusal.message })
    else result.assigned += 1
  }
  return result
}

async function assignOne(
  services: Services,
  { caller, origin, batch }: { caller: Caller; origin: Origin; batch: string },
  id: number,
  to: number | null,
): Promise<AppError | null> {
  try {
    await services.database.transaction(async (tx) => {
      const stored = await lockCaseById(tx, id)
      if (!stored || stored.record.round === 0 || (await isVisitorId(tx, stored.userId)))
        throw new AppError('NOT_FOUND', 'There is no such case.')
      const command = { type: 'assign', actor: actingStaff(caller), to } as const
      const at = services.now()
      const moved = await moveCase(tx, stored, command, casePolicyOf(services.config), at, origin)
      const isNew = moved.record.assignee !== stored.record.assignee
      if (to !== null && to !== caller.userId && isNew)
        await tellAssigned(tx, moved, { to, by: caller.userId, batch, at })
    })
    return null
  } catch (refused) {
    if (refused instanceof AppError) return refused
    throw refused
  }
}
