import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, lt, ne, type SQL } from 'drizzle-orm'
import { type DataExport, EXPORT_DAYS, EXPORTS_PER_DAY, ExportState } from '#contract/privacy/exports.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { exportBinding } from '#server/model/documents/document-proof.ts'
import { mailPerson } from '#server/model/mail/mail-person.ts'
import { giveNotice } from '#server/model/mail/notices.ts'
import { type DataExportRow, dataExports } from '#server/model/schema/privacy.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { attachFile, storeRemoval } from '#server/platform/files/file-journal.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { countInTurn, eachInTurn, unattended } from '#server/platform/jobs/in-batches.ts'
import type { Services } from '#server/services.ts'
import { exportFile } from './export-file.ts'
import { failLostExports } from './exports.sql.ts'

/** A queued export older than this has lost its job and is queued again. */
const LOST_AFTER_MS = 10 * 60_000
/** After this time without success an export is given up; one click requests it again. */
const GIVE_UP_MS = DAY_MS

/**
 * Begins an export, or returns the one in progress (security A15, A17). Throws INVALID_STATE without a
 * confirmed email, because its link is emailed, and RATE_LIMITED after the third in a day.
 */
export async function beginExport(
  services: Services,
  userId: number,
  origin: Origin,
): Promise<DataExportRow> {
  const running = await runningExport(services, userId)
  if (running) return running
  const at = services.now()
  const queued = await services.database.transaction(async (tx) => {
    const [user] = await tx
      .select({ confirmedAt: users.emailConfirmedAt, formerEmail: users.formerEmail })
      .from(users)
      .where(eq(users.id, userId))
    if (!user?.confirmedAt && !user?.formerEmail)
      throw new AppError(
        'INVALID_STATE',
        'Confirm your email address first: we mail you the link to your export.',
      )
    const [row] = await tx
      .insert(dataExports)
      .values({ id: randomUUID(), userId, state: 'queued', requestedAt: at })
      .onConflictDoNothing()
      .returning()
    if (!row) return undefined
    await assertWithinLimit(tx, userId, at)
    await services.jobs.enqueue(tx, 'build-export', { exportId: row.id })
    await recordEvent(tx, {
      at,
      type: 'export.requested',
      actor: { kind: 'user', id: userId },
      userId,
      subject: `export:${row.id}`,
      origin,
    })
    return row
  })
  const row = queued ?? (await runningExport(services, userId))
  if (!row) throw new AppError('UNAVAILABLE', 'Your export could not be started. Try again in a moment.')
  return row
}

/** Counts rows, so that concurrent equal requests count as the one they become (security A15, R54). */
async function assertWithinLimit(tx: Db, userId: number, at: Date): Promise<void> {
  const ofDay = await tx
    .select({ at: dataExports.requestedAt })
    .from(dataExports)
    .where(
      and(
        eq(dataExports.userId, userId),
        ne(dataExports.state, 'failed'),
        gt(dataExports.requestedAt, new Date(at.getTime() - DAY_MS)),
      ),
    )
    .orderBy(dataExports.requestedAt)
  const [oldest] = ofDay
  if (!oldest || ofDay.length <= EXPORTS_PER_DAY) return
  throw new AppError(
    'RATE_LIMITED',
    `You can ask for ${EXPORTS_PER_DAY} exports a day. Try again tomorrow.`,
    {
      retryAfter: Math.ceil((oldest.at.getTime() + DAY_MS - at.getTime()) / 1000),
    },
  )
}

async function runningExport(services: Services, userId: number): Promise<DataExportRow | undefined> {
  const [row] = await services.database.db
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.userId, userId), eq(dataExports.state, 'queued')))
  return row
}

/** Builds a queued export, stores its file and emails the link. Does nothing for one that is finished or gone. */
export async function buildExport(services: Services, exportId: string, signal?: AbortSignal): Promise<void> {
  const { database, files } = services
  const [row] = await database.db.select().from(dataExports).where(eq(dataExports.id, exportId))
  if (row?.state !== 'queued') return
  const file = await files.keep(await exportFile(services, row.userId), signal)
  const at = services.now()
  const expiresAt = new Date(at.getTime() + EXPORT_DAYS * DAY_MS)
  const isFirst = await database.transaction(async (tx) => {
    const [done] = await tx
      .update(dataExports)
      .set({
        state: 'ready',
        readyAt: at,
        expiresAt,
        bytes: file.bytes,
        storageKey: file.key,
        ...file.wrapFor(exportBinding(row, file.key)),
      })
      .where(and(eq(dataExports.id, exportId), eq(dataExports.state, 'queued')))
      .returning({ id: dataExports.id })
    if (!done) return false
    await attachFile(tx, file.key)
    await recordEvent(tx, {
      at,
      type: 'export.ready',
      actor: { kind: 'system' },
      userId: row.userId,
      subject: `export:${exportId}`,
      after: { bytes: file.bytes },
    })
    await giveNotice(tx, {
      title: 'Your data export is ready',
      detail: `It can be downloaded for ${EXPORT_DAYS} days.`,
      path: `/data-export/${exportId}`,
      userId: row.userId,
      key: `export:${exportId}`,
      at,
    })
    await mailPerson(services, tx, {
      kind: 'data-export-ready',
      props: { path: `/data-export/${exportId}`, expiresAt },
      userId: row.userId,
      messageKey: `export:${exportId}`,
      at,
    })
    return true
  })
  // If the job ran twice, no row refers to the slower run's file.
  if (!isFirst) await files.remove(file.key)
}

/** Queues lost exports again, gives up those that have failed for a day, and removes expired files. */
export async function sweepExports(
  services: Services,
  progress = unattended(services.log),
): Promise<{ again: number; failed: number; expired: number }> {
  const { database, files, jobs } = services
  const at = services.now()
  const { rows: failed } = await failLostExports(database.pool, [new Date(at.getTime() - GIVE_UP_MS)])
  const again = await eachInTurn(progress, 'again', {
    page: lost(database.db, at),
    failed: 'An export could not be queued again',
    async work({ id }) {
      await database.transaction((tx) => jobs.enqueue(tx, 'build-export', { exportId: id }))
      return true
    },
  })
  const removed = await eachInTurn(progress, 'expired', {
    page: expired(database.db, at),
    failed: 'An export could not be removed',
    async work({ id, key }) {
      const isNew = await database.transaction(async (tx) => {
        const rows = await tx
          .update(dataExports)
          .set({ state: 'expired', storageKey: null, wrappedKey: null, keyId: null })
          .where(and(eq(dataExports.id, id), eq(dataExports.state, 'ready')))
          .returning({ id: dataExports.id })
        if (key && rows.length) await storeRemoval(tx, [key], at)
        return rows.length > 0
      })
      if (key && isNew) await files.remove(key)
      return isNew
    },
  })
  return { again, failed: failed.length, expired: removed }
}

/** How many exports are overdue, or have expired files. */
export async function countExports({ database, now }: Pick<Services, 'database' | 'now'>): Promise<number> {
  const at = now()
  return (await countInTurn(lost(database.db, at))) + (await countInTurn(expired(database.db, at)))
}

const lost = (db: Db, at: Date) =>
  inState(db, 'queued', lt(dataExports.requestedAt, new Date(at.getTime() - LOST_AFTER_MS)))
const expired = (db: Db, at: Date) => inState(db, 'ready', lt(dataExports.expiresAt, at))

function inState(db: Db, state: string, isDue: SQL) {
  return (after: string | undefined, size: number) =>
    db
      .select({ id: dataExports.id, key: dataExports.storageKey })
      .from(dataExports)
      .where(and(eq(dataExports.state, state), isDue, after ? gt(dataExports.id, after) : undefined))
      .orderBy(dataExports.id)
      .limit(size)
}

/** A person's exports, newest first. */
export async function ownExports(services: Services, userId: number): Promise<DataExportRow[]> {
  return services.database.db
    .select()
    .from(dataExports)
    .where(eq(dataExports.userId, userId))
    .orderBy(desc(dataExports.requestedAt))
    .limit(20)
}

/** An export for the wire; an expired one reads so before its file is swept. */
export function presentExport(row: DataExportRow, now: Date): DataExport {
  const isOver = row.state === 'ready' && row.expiresAt !== null && row.expiresAt <= now
  return {
    id: row.id,
    state: isOver ? 'expired' : ExportState.parse(row.state),
    requestedAt: row.requestedAt.toISOString(),
    readyAt: row.readyAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    bytes: row.bytes,
  }
}

/** Registers the building of exports, one at a time per process, and their sweep. */
export function registerExportJobs(services: Services): void {
  services.jobs.handle('build-export', { concurrency: 1 }, ({ exportId }, { signal }) =>
    buildExport(services, exportId, signal),
  )
  services.jobs.schedule(
    'sweep-exports',
    async ({ log, progress }) => {
      const report = await sweepExports(services, progress)
      if (report.again || report.failed || report.expired)
        log.info({ ...report }, 'Exports were looked after')
    },
    { countDue: () => countExports(services) },
  )
}
