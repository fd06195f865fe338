import type { Db } from '#server/platform/database/database.ts'

/** The task of deciding on all matches that were told of at one moment, which they keep as `told_at`. */
export function matchTask(toldAt: Date): string {
  return `matches:${toldAt.toISOString()}`
}

/** Settles what told of matches none of which is open any more: decided on, or no match by now. */
export async function settleMatchNotices(tx: Db, at: Date): Promise<void> {
  await tx.$client.query(
    `update notices n set handled_at = $1
     where n.task like 'matches:%' and n.handled_at is null and not exists (
       select from screening_matches m
       where m.told_at = n.created_at and m.state = 'open' and m.ended_at is null
     )`,
    [at],
  )
}
