import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { ListRenewal, RefusedFiles } from '#contract/screening/screening.ts'
import type { Config } from '#server/config.ts'
import { jobRuns } from '#server/model/schema/jobs.ts'
import { sanctionsFetches } from '#server/model/schema/sanctions.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The state of updating lists: whether each publisher answered, and whether the operator's files could be used. */
export async function listRenewals(
  db: Db,
  { fetched, files }: Config['sanctions'],
): Promise<{ renewals: ListRenewal[]; refusedFiles: RefusedFiles | null }> {
  const rows = await db.select().from(sanctionsFetches)
  const renewals = fetched.map(({ source }) => {
    const row = rows.find((row) => row.source === source)
    return { source, renewedAt: row?.renewedAt?.toISOString() ?? null, failure: row?.failure ?? null }
  })
  return { renewals, refusedFiles: files.length > 0 ? await lastRefused(db) : null }
}

/** Why the last look at the files refused some; null if it accepted all of them. */
async function lastRefused(db: Db): Promise<RefusedFiles | null> {
  const [last] = await db
    .select({ endedAt: jobRuns.endedAt, result: jobRuns.result, error: jobRuns.error })
    .from(jobRuns)
    .where(and(eq(jobRuns.name, 'import-lists'), isNotNull(jobRuns.endedAt)))
    .orderBy(desc(jobRuns.id))
    .limit(1)
  return last?.endedAt && last.result === 'failed' && last.error
    ? { at: last.endedAt.toISOString(), reason: last.error }
    : null
}
