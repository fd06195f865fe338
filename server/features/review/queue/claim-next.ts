import type { NextFilters } from '#contract/review/review-queue.ts'
import { mayClaimNext, offeredAgainAt } from '#domain/cases/case-claims.ts'
import type { Caller } from '#server/model/access/caller.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { lockCaseById, moveCase, type StoredCase } from '#server/model/cases/cases.ts'
import { actingStaff } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { bindings, composed } from '#server/platform/database/statement.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { countClaimed, lockClaimant } from './queue.sql.ts'
import { lapsedBefore, queueConditions } from './queue-filter.ts'

export interface NextCase {
  claimed: StoredCase | undefined
  /** The number of waiting cases that the caller recently skipped; counted only if there is nothing else. */
  skipped: number
}

/**
 * Claims a list's most urgent case that no one works on and that isn't assigned to someone else; never the
 * caller's own, nor one they skipped within the hour. Rows locked for another reviewer are skipped, so that two
 * callers never get the same one. Throws INVALID_STATE if the caller has reached the limit for "next".
 */
export async function claimNextCase(
  services: Services,
  { caller, filters, origin }: { caller: Caller; filters: NextFilters; origin: Origin },
): Promise<NextCase> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    await requireFreeHands(tx, caller.userId, at)
    const { values, value } = bindings(caller.userId, lapsedBefore(at), lastSkipOver(at))
    const asking = { reviewerId: caller.userId, now: at, confirms: [] }
    const listed = queueConditions(filters, asking, value).join(' and ')
    const waiting = `from cases c join users u on u.id = c.user_id
       left join case_skips s on s.case_id = c.id and s.reviewer_id = $1
       where c.state in ('submitted', 'in_review') and c.user_id <> $1 and (c.claimed_by is null or c.claimed_at <= $2)
         and (c.assigned_to is null or c.assigned_to = $1) and ${listed}`
    const { rows } = await composed(tx, {
      text: `select c.id ${waiting} and (s.skipped_at is null or s.skipped_at <= $3)
       order by c.due_at, c.id limit 1 for update of c skip locked`,
      values,
      gives: { id: 'int8' },
    })
    const stored = rows[0] && (await lockCaseById(tx, Number(rows[0].id)))
    if (!stored) {
      const found = await composed(tx, {
        text: `select count(*)::int as n ${waiting} and s.skipped_at > $3`,
        values,
        gives: { n: 'int4' },
      })
      return { claimed: undefined, skipped: found.rows[0]?.n ?? 0 }
    }
    const command = { type: 'claim', actor: actingStaff(caller) } as const
    return {
      claimed: await moveCase(tx, stored, command, casePolicyOf(services.config), at, origin),
      skipped: 0,
    }
  })
}

/** Counts what a reviewer holds, serialising their calls, so that concurrent ones can't exceed the limit. */
async function requireFreeHands(tx: Db, reviewerId: number, at: Date): Promise<void> {
  await lockClaimant(tx, [String(reviewerId)])
  const { rows } = await countClaimed(tx, [reviewerId, lapsedBefore(at)])
  const held = rows[0]?.n ?? 0
  if (!mayClaimNext(held))
    throw new AppError(
      'INVALID_STATE',
      `You have ${held} cases in hand. Decide one or give one back before you take the next.`,
    )
}

/** A skip before this moment doesn't count any more. */
function lastSkipOver(now: Date): Date {
  return new Date(2 * now.getTime() - offeredAgainAt(now).getTime())
}
