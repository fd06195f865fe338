import { closeNotices } from '#server/model/mail/notices.ts'
import type { Db } from '#server/platform/database/database.ts'
import { deleteOpenChanges } from './people.sql.ts'

/** What the notices of a proposed change of details are about, until it has its answer. */
export function changeTask(id: number): string {
  return `account-change:${id}`
}

/** Drops what is proposed for a person who is being removed: no one can confirm it any more. Returns how many. */
export async function dropOpenChanges(tx: Db, userId: number, at: Date): Promise<number> {
  const { rows } = await deleteOpenChanges(tx, [userId])
  for (const { id } of rows) await closeNotices(tx, changeTask(Number(id)), at)
  return rows.length
}
