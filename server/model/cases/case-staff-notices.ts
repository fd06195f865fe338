import type { Case } from '#domain/cases/case.ts'
import { caseOwner } from '#domain/cases/case-claims.ts'
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
 * Tells staff of a change of a case that concerns one of them, in its transaction: a proposal to everyone who may confirm
 * it, a withdrawal to the reviewer who had the case.
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

/** Where staff open the case of a person, or of their company. */
export function casePath(userId: number, { kind }: Pick<Case, 'kind'>): string {
  return `/admin/users/${userId}?tab=${kind === 'business' ? 'business' : 'kyc'}`
}

/** A person's name, or the number they are known by. */
export async function nameOrNumber(tx: Db, id: number): Promise<string> {
  return (await namesOf(tx, [id])).get(id) ?? unnamed(id)
}
