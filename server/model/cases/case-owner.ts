import type { ReviewOwner as OwnerOnTheWire } from '#contract/review/admin-cases.ts'
import type { Case } from '#domain/cases/case.ts'
import { type CaseOwner, caseOwner } from '#domain/cases/case-claims.ts'

/** The id of a case's owner; undefined if there is none. */
export function ownerId(current: Pick<Case, 'claim' | 'assignee'>, now: Date): number | undefined {
  const owner = caseOwner(current, now)
  return owner?.by
}

/** A case's owner for reviewers; `nameOf` returns names of staff. */
export function presentOwner(
  current: Pick<Case, 'claim' | 'assignee'>,
  { nameOf, readerId, now }: { nameOf: (id: number) => string; readerId: number; now: Date },
): OwnerOnTheWire | null {
  const owner: CaseOwner | null = caseOwner(current, now)
  if (!owner) return null
  const id = owner.by
  return { id, name: nameOf(id), isYou: id === readerId, until: owner.until?.toISOString() ?? null }
}
