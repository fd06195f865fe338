import { and, gt, lte } from 'drizzle-orm'
import { lockApplication, removeApplication } from '#server/model/applications/applications.ts'
import { removeExpiredUploads } from '#server/model/documents/open-uploads.ts'
import { endSessionsOf } from '#server/model/people/identity-events.ts'
import { applicants } from '#server/model/schema/applicants.ts'
import { deleteUnconfirmed, unconfirmed } from '#server/platform/identity/embedded/sign-ups.ts'
import { lapsedOfProvider, sweepEmbeddedProvider } from '#server/platform/identity/embedded/sweep.ts'
import { EMBEDDED_ISSUER } from '#server/platform/identity/identity-provider.ts'
import {
  countLapsed,
  countUpToLimit,
  eachInTurn,
  type JobProgress,
  type LapsedRows,
  removeInBatches,
  unattended,
  untilNone,
} from '#server/platform/jobs/in-batches.ts'
import type { Services } from '#server/services.ts'

/** How far back the jobs' history goes; each job's last run is kept. */
const RUNS_DAYS = 14

/** What has expired, besides uploads: unfinished sign-ins, links, codes, rate limits, old job runs. */
function lapsed(at: Date): LapsedRows[] {
  return [
    { table: 'sign_in_attempts', where: 'd.expires_at < $1', values: [at] },
    { table: 'email_links', where: 'd.expires_at < $1', values: [at] },
    { table: 'applicant_codes', where: "d.sent_at < $1::timestamptz - interval '1 hour'", values: [at] },
    { table: 'hand_offs', where: "d.expires_at < $1::timestamptz - interval '1 day'", values: [at] },
    { table: 'rate_limits', where: 'd.expire < $1', values: [at.getTime()] },
    {
      table: 'job_runs',
      where: `d.ended_at < $1::timestamptz - interval '${RUNS_DAYS} days'
       and exists (select from job_runs later where later.name = d.name and later.id > d.id)`,
      values: [at],
    },
  ]
}

/** Deletes it, and what the embedded provider no longer needs (security R59); returns how many rows. */
export async function sweepLapsed(
  { database, now, log }: Pick<Services, 'database' | 'now' | 'log'>,
  progress: JobProgress = unattended(log),
): Promise<number> {
  const at = now()
  let removed = await sweepEmbeddedProvider(database, at, progress)
  removed += await untilNone(database, progress, 'unconfirmed', async (tx, size) => {
    const subs = await deleteUnconfirmed(tx, at, size)
    for (const sub of subs) await endSessionsOf(tx, { issuer: EMBEDDED_ISSUER, sub, at })
    return subs.length
  })
  removed += await untilNone(database, progress, 'uploads', (tx, size) => removeExpiredUploads(tx, at, size))
  for (const rows of lapsed(at)) removed += await removeInBatches(database, progress, rows.table, rows)
  return removed
}

/** How many rows it would delete now. */
export async function countAllLapsed({ database, now }: Pick<Services, 'database' | 'now'>): Promise<number> {
  const at = now()
  let due = 0
  const uploads = { table: 'document_uploads', where: 'd.expires_at < $1', values: [at] }
  for (const rows of [...lapsedOfProvider(at), unconfirmed(at), uploads, ...lapsed(at)])
    due += await countLapsed(database, rows)
  return due
}

/**
 * Deletes the applications that are unclaimed at `at`, with their files (onboarding, How long it is kept); returns
 * how many. One transaction each: a concurrent claim is either first or too late, and a crash leaves whole
 * applications.
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
