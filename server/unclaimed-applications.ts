import { lte } from 'drizzle-orm'
import { applicants } from './platform/database/schema/applicants.ts'
import { eachAlone } from './platform/jobs/each-alone.ts'
import { lockApplication } from './records/applications/applications.ts'
import { removeApplication } from './records/applications/remove-application.ts'
import type { Services } from './services.ts'

/** So that one run ends, however many were begun; the next one goes on. */
const PER_RUN = 500

/**
 * Deletes the applications that nobody has claimed by `at`, with their files (choices §2); gives how many. One
 * transaction each: who claims at the same moment is first or too late, and a crash leaves whole applications.
 */
export async function removeUnclaimed(
  { database, files, log }: Pick<Services, 'database' | 'files' | 'log'>,
  at: Date,
): Promise<number> {
  const due = await database.db
    .select({ id: applicants.userId })
    .from(applicants)
    .where(lte(applicants.expiresAt, at))
    .orderBy(applicants.expiresAt)
    .limit(PER_RUN)
  const remove = async (userId: number) => {
    const removed = await database.transaction(async (tx) =>
      (await lockApplication(tx, { userId }))
        ? removeApplication(tx, userId, { at, actor: { kind: 'system' } })
        : undefined,
    )
    for (const key of removed?.keys ?? []) await files.remove(key)
    return removed !== undefined
  }
  return eachAlone(due, ({ id }) => remove(id), { log, failed: 'An application could not be deleted' })
}
