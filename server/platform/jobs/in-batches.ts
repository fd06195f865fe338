import type { FastifyBaseLogger } from 'fastify'
import { COUNTED_MOST } from '#contract/counts.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import { composed, NO_ROWS } from '#server/platform/database/statement.ts'
import { eachAlone, type Named } from './each-alone.ts'

/** The run must stop: its job was paused, its process stops, or another process has taken over. */
export class RunStopped extends Error {
  override name = 'RunStopped'
}

/** Rows per page, and per deleting statement. */
export const BATCH_ROWS = 500
/** Rows per page when they are only counted. */
const COUNT_PAGE = 5000

interface Turn<T> {
  /** The next rows after a key, in key order; fewer than `size` at the end. */
  page: (after: string | undefined, size: number) => Promise<readonly T[]>
  /** Handles one row in a transaction of its own, and returns whether there was anything to do. */
  work: (row: T) => Promise<boolean>
  /** The log message for a failure. */
  failed: string
  size?: number
}

/**
 * Works through all rows page by page, and returns for how many `work` did something. Progress is stored after
 * each page, so an interrupted run resumes there. `work` must check again under its own lock, so that a row
 * handled before the crash, or by another process, isn't handled twice.
 */
export async function eachInTurn<T extends Named>(
  progress: JobProgress,
  step: string,
  { page, work, failed, size = BATCH_ROWS }: Turn<T>,
): Promise<number> {
  let done = 0
  let after = progress.placeOf(step)
  for (;;) {
    const rows = after === 'end' ? [] : await page(after, size)
    const { log, signal } = progress
    const before = done
    done += await eachAlone(rows, work, { log, signal, failed, onFailed: progress.failed })
    const last = rows.at(-1)
    const isEnd = rows.length < size || !last
    // If stopped in the middle of a page, the next run starts with that page.
    if (!signal?.aborted) after = isEnd ? 'end' : String(last?.id)
    await progress.reached(step, after ?? '', { [step]: done - before })
    if (isEnd || signal?.aborted) return done
  }
}

/**
 * Counts the rows with something to do, from the same pages, using `isDue`. Stops counting at the most that a
 * page shows.
 */
export async function countInTurn<T extends Named>(
  page: Turn<T>['page'],
  isDue: (row: T) => boolean = () => true,
): Promise<number> {
  let due = 0
  for (let after: string | undefined; ; ) {
    const rows = await page(after, COUNT_PAGE)
    due += rows.filter(isDue).length
    const last = rows.at(-1)
    if (rows.length < COUNT_PAGE || !last || due > COUNTED_MOST) return Math.min(due, COUNTED_MOST + 1)
    after = String(last.id)
  }
}

/** Counts rows, `from …` with its condition, up to the most that a page shows. */
export async function countUpToLimit({ pool }: Pick<Database, 'pool'>, from: string, values: unknown[] = []) {
  const { rows } = await composed(pool, {
    text: `select count(*)::int as due from (select ${from} limit ${COUNTED_MOST + 1}) due`,
    values,
    gives: { due: 'int4' },
  })
  return rows[0]?.due ?? 0
}

/** Rows of one of our tables that meet a condition; `d` is the row's alias. */
export interface LapsedRows {
  table: string
  where: string
  values: unknown[]
}

/** Counts such rows, up to the most that a page shows. */
export function countLapsed(
  database: Pick<Database, 'pool'>,
  { table, where, values }: LapsedRows,
): Promise<number> {
  return countUpToLimit(database, `from ${table} d where ${where}`, values)
}

/** Deletes such rows in batches of one transaction each. Returns how many there were. */
export function removeInBatches(
  database: Pick<Database, 'transaction'>,
  progress: JobProgress,
  step: string,
  { table, where, values }: LapsedRows,
): Promise<number> {
  return untilNone(database, progress, step, async (tx, size) => {
    const { rowCount } = await composed(tx, {
      text: `delete from ${table} where ctid = any(array(
         select d.ctid from ${table} d where ${where} limit ${size} for update of d skip locked))`,
      values,
      gives: NO_ROWS,
    })
    return rowCount ?? 0
  })
}

/** What a batch changed, and what must follow its commit. */
export interface Changed {
  rows: number
  afterwards: () => Promise<void>
}

/**
 * Repeats a change, each time in its own transaction, until it finds fewer rows than `size`; returns how many
 * there were. Changed rows no longer match, so a run after a crash simply continues. Select the rows with `for
 * update skip locked`, so that two processes share them.
 */
export async function untilNone(
  database: Pick<Database, 'transaction'>,
  progress: JobProgress,
  step: string,
  change: (tx: Db, size: number) => Promise<number | Changed>,
  size = BATCH_ROWS,
): Promise<number> {
  for (let done = 0; ; ) {
    const batch = await database.transaction((tx) => change(tx, size))
    const changed = typeof batch === 'number' ? batch : batch.rows
    done += changed
    if (typeof batch !== 'number') await batch.afterwards()
    await progress.reached(step, changed < size ? 'end' : '', { [step]: changed })
    if (changed < size) return done
  }
}

export type Counts = Record<string, number>

/** A run's progress, stored so that the next one can resume. */
export interface JobProgress {
  log: Pick<FastifyBaseLogger, 'error'>
  /** Aborted when the process stops or the queue has given the job to another one. */
  signal?: AbortSignal
  /** The key up to which an interrupted run had worked in this step; undefined if it starts from the beginning. */
  placeOf(step: string): string | undefined
  /**
   * Stores that a step has reached this key, or its end. Throws RunStopped if the job was paused or given to
   * another process.
   */
  reached(step: string, place: string | 'end', counts: Counts): Promise<void>
  /** Counts a row that couldn't be processed; the run then counts as failed. */
  failed(error: unknown): void
}

/** Progress for a command or a test, which stores none. */
export function unattended(log: JobProgress['log']): JobProgress {
  return { log, placeOf: () => undefined, reached: async () => {}, failed: () => {} }
}
