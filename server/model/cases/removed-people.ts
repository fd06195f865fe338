import type { ItemKey } from '#contract/verification/cases.ts'
import { businessParts, personName } from '#domain/business/business-parts.ts'
import type { IdentifiedAnswers } from '#domain/business/owner-ids.ts'
import { isWithUs } from '#domain/cases/case-waiting.ts'
import { type Removal, removalOf } from '#domain/cases/removed-people.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findBusiness } from './business-profiles.ts'
import type { StoredCase } from './cases.ts'
import { companyAsItIsNow } from './evidence.ts'
import { lastTwoSnapshots, submittedCompany } from './submission-snapshots.ts'

export interface NamedItem {
  item: ItemKey
  name: string
}

/**
 * Who was removed from a company since its last submission while it is returned, or with the submission that is with
 * us; null if no one was.
 */
export async function removedPeople(db: Db, stored: StoredCase): Promise<Removal<NamedItem> | null> {
  const { kind, round } = stored.current
  if (kind !== 'business' || round === 0) return null
  const [now, before] = await twoVersions(db, stored)
  if (!now || !before) return null
  const [next, former] = [businessParts(now), businessParts(before)]
  const { removed, decidedAgain } = removalOf(
    former.map(({ key }) => key),
    next.map(({ key }) => key),
  )
  if (removed.length === 0) return null
  const named = (parts: typeof next, keys: readonly ItemKey[]) =>
    parts.filter(({ key }) => keys.includes(key)).map((part) => ({ item: part.key, name: personName(part) }))
  return { removed: named(former, removed), decidedAgain: named(next, decidedAgain) }
}

/** The names alone, for a text. */
export function removedNames({ removed, decidedAgain }: Removal<NamedItem>): Removal<string> {
  return { removed: removed.map(({ name }) => name), decidedAgain: decidedAgain.map(({ name }) => name) }
}

/** The company as it will be, or was, submitted, and as it was before. */
async function twoVersions(
  db: Db,
  { id, userId, current: { state, round } }: StoredCase,
): Promise<(IdentifiedAnswers | undefined)[]> {
  if (state === 'needs_resubmission')
    return [await companyAsItIsNow(db, userId), (await findBusiness(db, userId))?.answers]
  if (!isWithUs(state) || round < 2) return []
  return (await lastTwoSnapshots(db, id)).map(({ answers }) => submittedCompany(answers))
}
