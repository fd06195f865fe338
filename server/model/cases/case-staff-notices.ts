import type { Case } from '#domain/cases/case.ts'
import { caseOwner, heldClaim, lapsedClaim } from '#domain/cases/case-claims.ts'
import { isolated } from '#domain/isolated.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { closeNotices, giveNotice, tellStaffWhoMay } from '#server/model/mail/notices.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import type { Db } from '#server/platform/database/database.ts'

interface CaseChange {
  caseId: number
  userId: number
  before: Case
  after: Case
}

/**
 * Tells staff about a change of a case that concerns them, in its transaction: a proposal to everyone who may
 * confirm it, its refusal to the proposer, a withdrawal to the reviewer who had the case.
 */
export async function tellStaff(
  tx: Db,
  { caseId, userId, before, after }: CaseChange,
  at: Date,
): Promise<void> {
  const about = { userId, kind: after.kind }
  const path = casePath(userId, after)
  const key = `case:${caseId}:${after.version}`
  const task = `approval:${caseId}`
  const isNew = after.proposal !== null && after.proposal !== before.proposal
  if (before.proposal && (isNew || !after.proposal)) await closeNotices(tx, task, at)
  if (after.proposal && isNew) {
    const { by } = after.proposal
    const title = `${await nameOrNumber(tx, by)} proposed to approve {about}`
    const detail = 'A second person must confirm it.'
    const who = after.proposal.kind === 'override' ? 'cases.lead' : 'cases.decide'
    await tellStaffWhoMay(tx, who, { title, detail, path, key, about, urgent: { task }, at }, [by])
  }
  // Who has the case again reads no more that they lost it.
  if (after.claim && heldClaim(before, at)?.by !== after.claim.by)
    await closeNotices(tx, taskOfLapse(caseId, after.claim.by), at)
  const decliner = declinerOf(before, after, at)
  if (before.proposal && decliner !== null)
    await giveNotice(tx, {
      userId: before.proposal.by,
      title: `${await nameOrNumber(tx, decliner)} declined your proposal to approve {about}`,
      detail: 'The review is theirs now. You can read why in the case, where they said it.',
      path,
      key,
      about,
      at,
    })
  const owner = after.state === 'withdrawn' && before.state !== 'withdrawn' ? caseOwner(before, at) : null
  if (owner)
    await giveNotice(tx, {
      userId: owner.by,
      title: '{about} withdrew the application',
      detail: 'You were reviewing it. There is nothing more to do.',
      path,
      key,
      about,
      at,
    })
}

/** Who took over a review instead of confirming its approval; null if no one did, or it was the proposer. */
function declinerOf(before: Case, after: Case, at: Date): number | null {
  if (!before.proposal || after.proposal || after.state !== 'in_review') return null
  const owner = caseOwner(after, at)?.by ?? null
  return owner === before.proposal.by ? null : owner
}

/** The page on which staff open a person's case, or their company's. */
export function casePath(userId: number, { kind }: Pick<Case, 'kind'>): string {
  return `/admin/users/${userId}?tab=${kind === 'business' ? 'business' : 'kyc'}`
}

/** A person's name, or their account number if they have none. */
export async function nameOrNumber(tx: Db, id: number): Promise<string> {
  return isolated((await namesOf(tx, [id])).get(id) ?? unnamed(id))
}

/** Done once they have the case again. */
function taskOfLapse(caseId: number, by: number): string {
  return `lapsed:${caseId}:${by}`
}

/**
 * The notice, for the claim's former holder, that the claim lapsed at `at`; the same one no matter who notices it
 * first.
 */
export function noticeOfLapse(
  caseId: number,
  lapsed: { by: number; at: Date },
): { userId: number; key: string } {
  return { userId: lapsed.by, key: `lapsed:${caseId}:${lapsed.at.getTime()}` }
}

/**
 * Records that the claim of a locked case has lapsed, and tells its holder; once per claim, no matter who notices it
 * first. Returns whether it was new. Does nothing if no claim has lapsed.
 */
export async function recordLapse(
  tx: Db,
  { id, userId, current }: { id: number; userId: number; current: Case },
  now: Date,
): Promise<boolean> {
  const lapsed = lapsedClaim(current, now)
  if (!lapsed) return false
  const isNew = await giveNotice(tx, {
    ...noticeOfLapse(id, lapsed),
    title: 'Your claim on {about} has lapsed',
    detail: 'Nothing was done for 30 minutes, so others can take the case now.',
    path: casePath(userId, current),
    about: { userId, kind: current.kind },
    // It can be closed, but isn't above the others: no one has to take the case again.
    urgent: { task: taskOfLapse(id, lapsed.by), until: now },
    at: now,
  })
  if (isNew)
    await recordEvent(tx, {
      at: now,
      type: 'case.claim_lapsed',
      actor: { kind: 'system' },
      userId,
      caseId: id,
      subject: `case:${id}`,
      after: { owner: lapsed.by, lapsedAt: lapsed.at.toISOString() },
    })
  return isNew
}
