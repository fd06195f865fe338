import { and, asc, eq, inArray, ne, notExists, or } from 'drizzle-orm'
import { capabilitiesOf, rolesOf } from '#domain/roles/held-roles.ts'
import type { Config } from '#server/config.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { lockCaseById, moveCase } from '#server/model/cases/cases.ts'
import { cases, pendingDecisions } from '#server/model/schema/cases.ts'
import type { RoleChange } from '#server/model/staff/roles.ts'
import type { Db } from '#server/platform/database/database.ts'

/**
 * Returns someone's claimed and assigned cases to the queue, in the transaction that takes away their last role that may
 * work on cases. Their decisions that await a second approval stay. Skips the case of the person who takes the role
 * away, since no one may change their own case; that claim lapses.
 */
export async function giveBackCases(
  tx: Db,
  config: Config,
  { userId, before, after, at, actor, origin }: RoleChange,
): Promise<void> {
  const mayWork = (held: RoleChange['before']) => capabilitiesOf(rolesOf(held)).includes('cases.work')
  if (actor.kind === 'system' || !mayWork(before) || mayWork(after)) return
  const held = await tx
    .select({ id: cases.id })
    .from(cases)
    .where(
      and(
        or(eq(cases.claimedBy, userId), eq(cases.assignedTo, userId)),
        inArray(cases.state, ['submitted', 'in_review']),
        ne(cases.userId, actor.id),
        notExists(tx.select().from(pendingDecisions).where(eq(pendingDecisions.caseId, cases.id))),
      ),
    )
    .orderBy(asc(cases.id))
  const command = { type: 'assign', actor, to: null } as const
  for (const { id } of held) {
    const stored = await lockCaseById(tx, id)
    const isTheirs = stored && [stored.current.claim?.by, stored.current.assignee].includes(userId)
    if (isTheirs) await moveCase(tx, stored, command, casePolicyOf(config), at, origin)
  }
}
