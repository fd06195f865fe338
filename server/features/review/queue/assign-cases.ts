import { randomUUID } from 'node:crypto'
import type { Caller } from '#server/model/access/caller.ts'
import { isVisitorId } from '#server/model/applications/applications.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { casePath, nameOrNumber } from '#server/model/cases/case-staff-notices.ts'
import { lockCaseById, moveCase, type StoredCase } from '#server/model/cases/cases.ts'
import { growNotice } from '#server/model/mail/notices.ts'
import { requireNotErased } from '#server/model/people/erased-people.ts'
import { actingStaff } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { reviewersOf } from './staff-figures.ts'

export interface Assigned {
  assigned: number
  refused: { id: number; message: string }[]
}

/**
 * Assigns cases to a reviewer, or to no one, each in its own transaction, so that one which can't be assigned
 * doesn't affect the others. Throws VALIDATION_ERROR if `to` isn't a reviewer.
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
      if (!stored || stored.current.round === 0 || (await isVisitorId(tx, stored.userId)))
        throw new AppError('NOT_FOUND', 'There is no such case.')
      await requireNotErased(tx, stored.userId)
      const command = { type: 'assign', actor: actingStaff(caller), to } as const
      const at = services.now()
      const moved = await moveCase(tx, stored, command, casePolicyOf(services.config), at, origin)
      const isNew = moved.current.assignee !== stored.current.assignee
      if (to !== null && to !== caller.userId && isNew)
        await tellAssigned(tx, moved, { to, by: caller.userId, batch, at })
    })
    return null
  } catch (refused) {
    if (refused instanceof AppError) return refused
    throw refused
  }
}

interface Assignment {
  to: number
  by: number
  /** Identifies the call: everything it assigns is one notice. */
  batch: string
  at: Date
}

/** Tells a reviewer about an assigned case, in its transaction: one growing notice for a whole batch. */
async function tellAssigned(
  tx: Db,
  { userId, current }: StoredCase,
  { to, by, batch, at }: Assignment,
): Promise<void> {
  const who = await nameOrNumber(tx, by)
  const notice = {
    userId: to,
    key: `assigned:${batch}`,
    title: `${who} assigned {about} to you`,
    path: casePath(userId, current),
    about: { userId, kind: current.kind },
    at,
  }
  await growNotice(tx, notice, (number) => ({
    title: `${who} assigned ${number} cases to you`,
    detail: `{about} and ${number === 2 ? '1 other' : `${number - 1} others`}`,
    path: '/admin/queue?owner=me',
  }))
}
