import { eq } from 'drizzle-orm'
import type { MatchLevel } from '#contract/screening/sanctions.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import { hasRole } from '#domain/roles/held-roles.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { mailPerson } from '#server/model/mail/mail-person.ts'
import { endRecorded } from '#server/model/people/end-sessions.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'

const CUSTOMER: readonly CaseState[] = ['approved', 'reverification_due']
/** Staff alone read it. */
const REASON = 'Held for a new screening match. Decide on the match before you restore the account.'

/**
 * Suspends a customer of whom a new match was found, where the operator wants that (`SANCTIONS_HOLD`), until a person
 * restores the account. They read what everyone does whose account is suspended, and nothing of the match (law §3.2).
 * Administrators are not held, so that the desk stays open: their matches wait like others.
 */
export async function holdAccount(
  services: Services,
  tx: Db,
  { id: caseId, userId, record }: StoredCase,
  opened: readonly MatchLevel[],
): Promise<void> {
  const { hold } = services.config.sanctions
  const isReason = hold === 'possible' ? opened.length > 0 : hold === 'strong' && opened.includes('strong')
  if (!isReason || !CUSTOMER.includes(record.state)) return
  const at = services.now()
  const user = await lockUser(tx, userId)
  if (user.disabledAt || user.suspendedAt || hasRole(user)) return
  await tx
    .update(users)
    .set({ suspendedAt: at, suspendedBy: null, suspensionReason: REASON })
    .where(eq(users.id, userId))
  // Not `user.suspended`, which people read in the copy of their data.
  const actor = { kind: 'system' } as const
  await recordEvent(tx, {
    at,
    type: 'screening.account_held',
    actor,
    userId,
    caseId,
    subject: `user:${userId}`,
  })
  await endRecorded(tx, { at, actor }, userId)
  await mailPerson(services, tx, {
    kind: 'account-suspended',
    props: {},
    userId,
    messageKey: `suspend:${userId}:${at.toISOString()}`,
    at,
  })
}
