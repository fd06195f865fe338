import { claimedUntil } from '#domain/cases/case-claims.ts'
import { noticeOfLapse, recordLapse } from '#server/model/cases/case-staff-notices.ts'
import { lockCaseById } from '#server/model/cases/cases.ts'
import { givenBefore } from '#server/model/mail/notices.ts'
import type { Db } from '#server/platform/database/database.ts'
import { countInTurn, eachInTurn, unattended } from '#server/platform/jobs/in-batches.ts'
import type { Services } from '#server/services.ts'
import { selectLapsedClaims } from './queue.sql.ts'
import { lapsedBefore } from './queue-filter.ts'

const DAY_MS = 86_400_000

/** Records claims that have lapsed since the last run, and tells their holders. Returns how many. */
export function recordLapsedClaims(
  { database, now, log }: Pick<Services, 'database' | 'now' | 'log'>,
  progress = unattended(log),
): Promise<number> {
  const at = now()
  const work = async ({ id, isTold }: Lapsed) =>
    !isTold &&
    database.transaction(async (tx) => {
      const stored = await lockCaseById(tx, id)
      return stored !== undefined && recordLapse(tx, stored, at)
    })
  return eachInTurn(progress, 'claims', {
    page: pageOf(database.db, at),
    work,
    failed: 'A claim that lapsed could not be recorded',
  })
}

/** How many lapsed claims haven't been recorded yet. */
export function countLapsedClaims({ database, now }: Pick<Services, 'database' | 'now'>): Promise<number> {
  return countInTurn(pageOf(database.db, now()), ({ isTold }) => !isTold)
}

interface Lapsed {
  id: number
  isTold: boolean
}

/** Cases whose claim lapsed within a day. Earlier runs have recorded older ones. */
function pageOf(db: Db, at: Date) {
  const before = lapsedBefore(at)
  return async (after = '0', size: number): Promise<Lapsed[]> => {
    const { rows } = await selectLapsedClaims(db, [after, size, before, new Date(before.getTime() - DAY_MS)])
    const lapses = rows.map(({ id, by, since }) => ({
      id: Number(id),
      ...noticeOfLapse(Number(id), { by: Number(by), at: claimedUntil({ at: since }) }),
    }))
    const told = await givenBefore(db, lapses)
    return lapses.map((lapse) => ({ id: lapse.id, isTold: told.has(lapse) }))
  }
}
