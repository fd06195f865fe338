import { eachInTurn } from '#server/platform/jobs/in-batches.ts'
import { unattended } from '#server/platform/jobs/progress.ts'
import { lockCaseById } from '#server/records/cases/cases.ts'
import { recordLapse } from '#server/records/cases/lapsed-claims.ts'
import type { Services } from '#server/services.ts'
import { lapsedBefore } from './queue-filter.ts'

const DAY_MS = 86_400_000

/** Records each claim that has lapsed since the last look, and tells whose it was. Returns how many. */
export function noteLapsedClaims(
  { database, now, log }: Pick<Services, 'database' | 'now' | 'log'>,
  progress = unattended(log),
): Promise<number> {
  const at = now()
  const before = lapsedBefore(at)
  // Older ones were noted by a run before this one.
  const page = async (after = '0', size: number) => {
    const { rows } = await database.pool.query<{ id: string }>(
      `select id from cases where state = 'in_review' and claimed_at <= $3 and claimed_at > $4 and id > $1
       order by id limit $2`,
      [after, size, before, new Date(before.getTime() - DAY_MS)],
    )
    return rows
  }
  const work = ({ id }: { id: string }) =>
    database.transaction(async (tx) => {
      const stored = await lockCaseById(tx, Number(id))
      return stored !== undefined && recordLapse(tx, stored, at)
    })
  return eachInTurn(progress, 'claims', { page, work, failed: 'A claim that lapsed could not be noted' })
}
