import type { CaseKind } from '#contract/cases.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Caller } from '#server/platform/sessions/caller.ts'
import { casePolicyOf } from '#server/records/cases/case-policy.ts'
import { lockCaseById, moveCase, type StoredCase } from '#server/records/cases/cases.ts'
import { staffActor } from '#server/records/staff/staff-actor.ts'
import type { Services } from '#server/services.ts'
import { IS_CLAIMED_PERSON, lapsedBefore } from './queue-filter.ts'

/**
 * Claims the most urgent case that nobody works on and that is assigned to nobody else; never the caller's own. Rows that
 * another reviewer is being given at this moment are skipped, so two callers never get the same (cases.md, Deciding).
 * Gives undefined where nothing waits.
 */
export async function claimNextCase(
  services: Services,
  { caller, kind, origin }: { caller: Caller; kind: CaseKind | undefined; origin: Origin },
): Promise<StoredCase | undefined> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const { rows } = await tx.$client.query<{ id: string }>(
      `select c.id from cases c join users u on u.id = c.user_id
       where c.state in ('submitted', 'in_review') and c.due_at is not null and ${IS_CLAIMED_PERSON}
         and c.user_id <> $1 and (c.claimed_by is null or c.claimed_at <= $2)
         and (c.assigned_to is null or c.assigned_to = $1) ${kind ? 'and c.kind = $3' : ''}
       order by c.due_at, c.id limit 1 for update of c skip locked`,
      [caller.userId, lapsedBefore(at), ...(kind ? [kind] : [])],
    )
    const stored = rows[0] && (await lockCaseById(tx, Number(rows[0].id)))
    if (!stored) return undefined
    const command = { type: 'claim', actor: staffActor(caller) } as const
    return moveCase(tx, stored, command, casePolicyOf(services.config), at, origin)
  })
}
