import { recordEvent } from '#server/model/audit/record-event.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { fileRows } from '#server/model/documents/file-rows.ts'
import type { ScheduleHandler } from '#server/model/jobs/jobs.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import { readInstallation } from '#server/platform/database/installation.ts'
import type { FileVault } from '#server/platform/files/file-vault.ts'
import { countOn, storeOwner, whyNotOurs } from '#server/platform/files/store-owner.ts'
import { type Sweep, type SweepReport, sweepFiles } from '#server/platform/files/sweeper.ts'
import { countUpToLimit } from '#server/platform/jobs/in-batches.ts'
import type { Services } from '#server/services.ts'
import { selectKnownKeys } from './housekeeping.sql.ts'
import { noticeSetBack } from './restored-copy.ts'

/** Leftovers of an interrupted upload are gone a quarter of an hour after a restart (security B02). */
const ORPHAN_AGE_MS = 10 * 60_000
/** After a migration or a restore someone may still notice a mistake. */
const QUIET_MS = 60 * 60_000

export interface SweepParts {
  database: Database
  files: Pick<FileVault, 'store'>
}

/** Why files must not be swept now: for an hour, or until an operator acts. */
export interface SweepRefusal {
  why: string
  isFault: boolean
}

/**
 * Returns why files must not be swept at `at`: the store isn't this database's, maintenance is on, or the
 * database was migrated or restored within the last hour. Undefined if they may be.
 */
export async function sweepRefusal(
  { database, files }: SweepParts,
  at: Date,
): Promise<SweepRefusal | undefined> {
  const { migratedAt, restoredAt, maintenanceSince } = await readInstallation(database)
  const foreign = whyNotOurs(await storeOwner({ database, store: files.store, rows: fileRows(database) }))
  if (foreign) return { why: foreign, isFault: true }
  if (maintenanceSince) return { why: 'Maintenance is on. No file is swept until it is off.', isFault: false }
  for (const [what, since] of [
    ['migrated', migratedAt],
    ['restored', restoredAt],
  ] as const) {
    if (!since || at.getTime() - since.getTime() >= QUIET_MS) continue
    const until = new Date(since.getTime() + QUIET_MS).toISOString()
    return {
      why: `The database was ${what} less than an hour ago. Files can be swept from ${until}.`,
      isFault: false,
    }
  }
  return undefined
}

/**
 * Sweeps files that belong to nothing, and records what was done, without checking whether it may. See
 * `sweepFiles`.
 */
export async function sweepDocuments(
  { database, files }: SweepParts,
  at: Date,
  options: Pick<Sweep, 'unlimited' | 'dryRun' | 'wholeStore'> = {},
): Promise<SweepReport> {
  const rows = fileRows(database)
  const sweep = { database, store: files.store, rows, isKnown, at, olderThanMs: ORPHAN_AGE_MS, ...options }
  const report = await sweepFiles(sweep)
  const counts = countsOf(report)
  if (!options.dryRun && Object.values(counts).some(Boolean))
    await database.transaction((tx) =>
      recordEvent(tx, { at, type: 'files.swept', actor: { kind: 'system' }, after: counts }),
    )
  return report
}

/** How many files a sweep moved or removed, by what it did. */
export function countsOf({ setAside, removed, expired, broughtBack }: SweepReport) {
  return {
    setAside: setAside.length,
    removed: removed.length,
    expired: expired.length,
    broughtBack: broughtBack.length,
  }
}

async function isKnown(tx: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await selectKnownKeys(tx, [keys])
  return new Set(rows.map(({ key }) => key))
}

/** How many files wait for the sweep. */
export function countSwept({ database, now }: Pick<Services, 'database' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - ORPHAN_AGE_MS)
  return countUpToLimit(database, 'from file_journal where at < $1', [before])
}

/** The sweep as a scheduled job. */
export function sweepJob(services: Pick<Services, 'database' | 'files' | 'now' | 'config'>): ScheduleHandler {
  let saidThatUnlisted = false
  return async ({ log, progress }) => {
    const at = services.now()
    const copy = { ...services, log, policy: casePolicyOf(services.config) }
    if (await noticeSetBack(copy)) return {}
    await countOn({ database: services.database, store: services.files.store })
    const refusal = await sweepRefusal(services, at)
    if (refusal) {
      if (refusal.isFault) {
        log.error(refusal.why)
        progress.failed(new Error(refusal.why))
      }
      return {}
    }
    const report = await sweepDocuments(services, at)
    const { unfinishedError, waiting, unfinished } = report
    if (unfinishedError && !saidThatUnlisted) {
      saidThatUnlisted = true
      log.warn(
        { err: unfinishedError },
        'The file store does not list unfinished uploads; let a lifecycle rule of the bucket end them',
      )
    }
    const counts = countsOf(report)
    if (Object.values(counts).some(Boolean) || unfinished)
      log.info({ ...counts, unfinished }, 'Orphaned files were swept')
    if (waiting)
      log.error(
        { waiting },
        'More files belong to nothing than one run may move; see npm run admin -- sweep-files --dry-run',
      )
    return counts
  }
}

/** Logs at the start what is wrong with the store, unless the process stops first. Never throws. */
export async function checkStore(
  { database, files, log }: Pick<Services, 'database' | 'files' | 'log'>,
  stopping?: AbortSignal,
): Promise<void> {
  try {
    const foreign = whyNotOurs(await storeOwner({ database, store: files.store, rows: fileRows(database) }))
    if (foreign) log.error(foreign)
    const protection = await files.store.protection?.()
    if (protection && !protection.versioning)
      log.warn('The bucket keeps no former versions, or does not say so: turn its versioning on')
    if (protection && !protection.objectLock)
      log.warn('The bucket has no object lock, or does not say so: what is deleted there is gone at once')
  } catch (error) {
    if (!stopping?.aborted) log.error({ err: error }, 'The file store could not be checked')
  }
}
