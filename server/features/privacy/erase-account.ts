import { type ErasureOutcome, retainUntil, retentionGround } from '#domain/privacy/retention.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { mailAddressOf } from '#server/model/mail/mail-person.ts'
import { relationshipOf } from '#server/model/people/relationships.ts'
import { type RemovedPerson, removePerson } from '#server/model/people/remove-person.ts'
import { retentionRecords } from '#server/model/schema/privacy.ts'
import type { UserRow } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'

interface Erasure {
  plan: ErasureOutcome
  /** Whether the person asked for it; otherwise the account was unused for too long, and nothing is kept. */
  isAsked: boolean
  origin?: Origin
}

/**
 * Removes the account of a locked person, creates its tombstone and sends the last email, in the caller's
 * transaction. Returns the keys of the files to delete afterwards, and until when the rest is kept.
 */
export async function eraseAccount(
  services: Pick<Services, 'config' | 'mailer' | 'now'>,
  tx: Db,
  user: UserRow,
  { plan, isAsked, origin }: Erasure,
): Promise<RemovedPerson & { retainUntil: Date | null }> {
  const at = services.now()
  const ground = retentionGround(await relationshipOf(tx, user.id))
  const until = isAsked ? retainUntil(ground, at, services.config.retention) : null
  const [to, { name }] = [mailAddressOf(user), user]
  const policy = casePolicyOf(services.config)
  const removed = await removePerson(tx, user, { at, policy, evidence: until === null, origin })
  const tombstone = {
    endedAt: at,
    ground,
    retainUntil: until,
    erasedAt: at,
    purgedAt: until ? null : at,
    removed: removed.removed,
  }
  await tx
    .insert(retentionRecords)
    .values({ userId: user.id, ...tombstone })
    .onConflictDoUpdate({ target: retentionRecords.userId, set: tombstone })
  if (to)
    await services.mailer.queue(tx, {
      kind: 'account-erased',
      props: { name, plan, isAsked },
      // Without a user: the account's emails are gone, and this one goes when its period ends
      // (`applyRetention`).
      to,
      messageKey: `account-erased:${user.id}`,
      at,
    })
  return { ...removed, retainUntil: until }
}
