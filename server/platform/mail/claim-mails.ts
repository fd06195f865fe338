import type { Database, Db } from '#server/platform/database/database.ts'
import { countUpToLimit } from '#server/platform/jobs/in-batches.ts'
import { type DueKind, shareOut } from './mail-urgency.ts'

/** For how long a claim holds; a process that lives renews it, one that crashed leaves its mails to others. */
export const CLAIM_SECONDS = 60

/** Who waits and is in no one's hands. The words of the index `mails_due`, which both questions below read. */
const IS_DUE = `status = 'queued' and due_at <= now() and (claimed_until is null or claimed_until < now())`

/**
 * The kinds of which mails are due, each counted up to `most`. It steps from kind to kind through the index, so a backlog
 * of any length costs the same.
 */
export async function dueKinds(db: Db, most: number): Promise<DueKind[]> {
  const { rows } = await db.$client.query<DueKind>(
    `with recursive kinds as (
       (select kind from mails where status = 'queued' order by kind limit 1)
       union all
       select (select kind from mails where status = 'queued' and kind > k.kind order by kind limit 1)
       from kinds k where k.kind is not null
     )
     select k.kind, due.n as count from kinds k cross join lateral (
       select count(*)::int as n from (
         -- In order, so that it is the index that is read and not the table.
         select 1 from mails where kind = k.kind and ${IS_DUE} order by due_at, id limit $1
       ) counted
     ) due
     where k.kind is not null and due.n > 0`,
    [most],
  )
  return rows
}

/**
 * Takes up to `places` due mails into the hands of the caller, the oldest of each kind, as `shareOut` says; mails that
 * another process is taking at the moment are left to it. Returns their ids, the oldest of the most urgent first.
 */
export async function claimMails(db: Db, places: number): Promise<number[]> {
  const shares = shareOut(await dueKinds(db, places), places)
  if (shares.size === 0) return []
  const { rows } = await db.$client.query<{ id: string; kind: string; due_at: Date }>(
    `with picked as materialized (
       select m.id from unnest($1::text[], $2::int[]) as share (kind, places) cross join lateral (
         select id from mails where kind = share.kind and ${IS_DUE}
         order by due_at, id limit share.places for update skip locked
       ) m
     )
     update mails set claimed_until = now() + interval '${CLAIM_SECONDS} seconds'
     where id = any (array(select id from picked)) returning id, kind, due_at`,
    [[...shares.keys()], [...shares.values()]],
  )
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
export async function renewClaims(db: Db, ids: readonly number[]): Promise<void> {
  await db.$client.query(
    `update mails set claimed_until = now() + interval '${CLAIM_SECONDS} seconds' where id = any($1) and status = 'queued'`,
    [ids],
  )
}

/** Gives mails back that were not tried. */
export async function releaseClaims(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await db.$client.query("update mails set claimed_until = null where id = any($1) and status = 'queued'", [
      ids,
    ])
}

/** How long a mail may wait for the version of the product that wrote it without saying when it is due. */
const ADOPT_AFTER = "interval '2 minutes'"

const LEFT_BEHIND = `status = 'queued' and due_at is null and created_at < now() - ${ADOPT_AFTER}`

/** Takes over mails that a former version has queued and not sent. Returns how many. */
export async function adoptMails(db: Db): Promise<number> {
  const { rowCount } = await db.$client.query(`update mails set due_at = created_at where ${LEFT_BEHIND}`)
  return rowCount ?? 0
}

/** How many mails there are to take over. */
export function countLeftBehind(database: Pick<Database, 'pool'>): Promise<number> {
  return countUpToLimit(database, `from mails where ${LEFT_BEHIND}`)
}
