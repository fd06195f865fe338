import type { FastifyBaseLogger } from 'fastify'
import { COUNTED_MOST } from '#contract/counts.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import { composed } from '#server/platform/database/statement.ts'
import { eachAlone, type Named } from './each-alone.ts'

/** The run may not carry on: its job was paused, its process stops, or another one has taken over. */
export class RunStopped extends Error {
  override name = 'RunStopped'
}

/** Rows in one page, and in one statement that deletes. */
export const BATCH_ROWS = 500
/** Rows in one page where they are only counted. */
const COUNT_PAGE = 5000

interface Turn<T> {
  /** The next rows after a key, in the order of the keys; fewer than `size` where there are no more. */
  page: (after: string | undefined, size: number) => Promise<readonly T[]>
  /** Does what is to be done for one, in a transaction of its own, and returns whether there was something to do. */
  work: (row: T) => Promise<boolean>
  /** What the log says of one that failed. */
  failed: string
  size?: number
}

/**
 * Works through all that a question gives, page by page, and returns for how many `work` says that it did something. How far
 * it got is kept after each page, so an interrupted run is taken over there. `work` looks again under its own lock: a row
 * that was done before the crash, or by another process, is not done twice.
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
    // Stopped in the middle of a page, it is taken over at the beginning of it.
    if (!signal?.aborted) after = isEnd ? 'end' : String(last?.id)
    await progress.reached(step, after ?? '', { [step]: done - before })
    if (isEnd || signal?.aborted) return done
  }
}

/**
 * Counts those of a turn for which there is something to do: its own pages, and of their rows those that `isDue` names. It
 * counts no further than a page says.
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

/** Counts the rows of a question, but no further than a page says: `from …` with its condition. */
export async function countUpToLimit({ pool }: Pick<Database, 'pool'>, from: string, values: unknown[] = []) {
  const { rows } = await composed(pool, {
    text: `select count(*)::int as due from (select ${from} limit ${COUNTED_MOST + 1}) due`,
    values,
    gives: { due: 'int4' },
  })
  return rows[0]?.due ?? 0
}

/** Rows of a table of ours that meet a condition; `d` is the row. */
export interface LapsedRows {
  table: string
  where: string
  values: unknown[]
}

/** Counts such rows, no further than a page says. */
export function countLapsed(
  database: Pick<Database, 'pool'>,
  { table, where, values }: LapsedRows,
): Promise<number> {
  return countUpToLimit(database, `from ${table} d where ${where}`, values)
}

/** Deletes such rows, in batches that are each a transaction. Returns how many there were. */
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
    })
    return rowCount ?? 0
  })
}

/** What a batch changed, and what is to be done once that is committed. */
export interface Changed {
  rows: number
  afterwards: () => Promise<void>
}

/**
 * Repeats a change, each time in a transaction of its own, until it finds fewer rows than `size`; returns how many there were.
 * What is done is gone from its question, so a run after a crash simply carries on. The rows are to be chosen with
 * `for update skip locked`: two processes then share them.
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

/** How far a run has got, kept so that the next one can take over from it. */
export interface JobProgress {
  log: Pick<FastifyBaseLogger, 'error'>
  /** Aborted when the process stops, or when the queue has given the job to another one. */
  signal?: AbortSignal
  /** The key up to which an interrupted run had worked in this step; undefined where it begins from the start. */
  placeOf(step: string): string | undefined
  /** Stores that a step has got to this key, or to its end. Throws RunStopped where the job was paused or taken away. */
  reached(step: string, place: string | 'end', counts: Counts): Promise<void>
  /** Counts one that could not be processed; the run counts as failed then. */
  failed(error: unknown): void
}

/** The progress of work that a command or a test does by itself; nothing of it is kept. */
export function unattended(log: JobProgress['log']): JobProgress {
  return { log, placeOf: () => undefined, reached: async () => {}, failed: () => {} }
}
