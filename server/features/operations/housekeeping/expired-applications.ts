import { and, gt, lte } from 'drizzle-orm'
import { lockApplication, removeApplication } from '#server/model/applications/applications.ts'
import { applicants } from '#server/model/schema/applicants.ts'
import { countUpToLimit, eachInTurn, unattended } from '#server/platform/jobs/in-batches.ts'
import type { Services } from '#server/services.ts'

/**
 * Deletes the applications that no one has claimed by `at`, with their files (choices §2); returns how many. One
 * transaction each: who claims at the same moment is first or too late, and a crash leaves whole applications.
 */
export async function removeExpiredApplications(
  { database, files, log }: Pick<Services, 'database' | 'files' | 'log'>,
  at: Date,
  progress = unattended(log),
): Promise<number> {
  const page = (after = '0', size: number) =>
    database.db
      .select({ id: applicants.userId })
      .from(applicants)
      .where(and(lte(applicants.expiresAt, at), gt(applicants.userId, Number(after))))
      .orderBy(applicants.userId)
      .limit(size)
  const remove = async (userId: number) => {
    const removed = await database.transaction(async (tx) =>
      (await lockApplication(tx, { userId }))
        ? removeApplication(tx, userId, { at, actor: { kind: 'system' } })
        : undefined,
    )
    for (const key of removed?.keys ?? []) await files.remove(key)
    return removed !== undefined
  }
  return eachInTurn(progress, 'applications', {
    page,
    work: ({ id }) => remove(id),
    failed: 'An application could not be deleted',
  })
}

/** How many applications are to be deleted at `at`. */
export function countExpiredApplications(database: Services['database'], at: Date): Promise<number> {
  return countUpToLimit(database, 'from applicants where expires_at <= $1', [at])
}
