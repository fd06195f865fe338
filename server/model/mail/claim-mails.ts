import type { Database, Db } from '#server/platform/database/database.ts'
import { countUpToLimit } from '#server/platform/jobs/in-batches.ts'
import { type DueKind, shareOut } from './mail-urgency.ts'
import {
  adoptLeftMails,
  LEFT_BEHIND,
  releaseReservedMails,
  renewReservedMails,
  reserveDueMails,
  selectDueKinds,
} from './outbox.sql.ts'

/**
 * The kinds of which mails are due, each counted up to `most`. It steps from kind to kind through the index, so a backlog
 * of any length costs the same.
 */
export async function dueKinds(db: Db, most: number): Promise<DueKind[]> {
  const { rows } = await selectDueKinds(db, [most])
  return rows
}

/**
 * Takes up to `places` due mails into the hands of the caller, the oldest of each kind, as `shareOut` says; mails that
 * another process is taking at the moment are left to it. Returns their ids, the oldest of the most urgent first.
 */
export async function reserveMails(db: Db, places: number): Promise<number[]> {
  const shares = shareOut(await dueKinds(db, places), places)
  if (shares.size === 0) return []
  const { rows } = await reserveDueMails(db, [[...shares.keys()], [...shares.values()]])
  const order = [...shares.keys()]
  return rows
    .toSorted(
      (a, b) =>
        order.indexOf(a.kind) - order.indexOf(b.kind) ||
        a.due_at.getTime() - b.due_at.getTime() ||
        Number(a.id) - Number(b.id),
    )
    .map(({ id }) => Number(id))
}

/** Keeps mails in the caller's hands for another while. */
export async function renewReserved(db: Db, ids: readonly number[]): Promise<void> {
  await renewReservedMails(db, [ids])
}

/** Gives mails back that were not tried. */
export async function releaseReserved(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await releaseReservedMails(db, [ids])
}

/** Takes over mails that a former version has queued and not sent. Returns how many. */
export async function adoptMails(db: Db): Promise<number> {
  const { rowCount } = await adoptLeftMails(db)
  return rowCount ?? 0
}

/** How many mails there are to take over. */
export function countLeftBehind(database: Pick<Database, 'pool'>): Promise<number> {
  return countUpToLimit(database, `from mails where ${LEFT_BEHIND}`)
}
