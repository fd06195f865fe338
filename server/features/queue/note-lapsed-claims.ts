import { lockCaseById } from '#server/records/cases/cases.ts'
import { recordLapse } from '#server/records/cases/lapsed-claims.ts'
import type { Services } from '#server/services.ts'
import { lapsedBefore } from './queue-filter.ts'

const DAY_MS = 86_400_000

/** Records each claim that has lapsed since the last look, and tells whose it was. Gives how many. */
export async function noteLapsedClaims({
  database,
  now,
}: Pick<Services, 'database' | 'now'>): Promise<number> {
  const at = now()
  const before = lapsedBefore(at)
  // Older ones were noted by a run before this one.
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from cases where state = 'in_review' and claimed_at <= $1 and claimed_at > $2 order by id",
    [before, new Date(before.getTime() - DAY_MS)],
  )
  let noted = 0
  for (const { id } of rows) {
    const isNew = await database.transaction(async (tx) => {
      const stored = await lockCaseById(tx, Number(id))
      return stored !== undefined && recordLapse(tx, stored, at)
    })
    if (isNew) noted += 1
  }
  return noted
}
