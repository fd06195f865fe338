import { namesOf } from '#server/model/people/names.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'

/** The machine knows by id who was faster or has the case; the reviewer who is refused reads a name. */
export async function nameRefusal(tx: Db, refused: unknown): Promise<unknown> {
  if (!(refused instanceof AppError)) return refused
  const { conflict, ...details } = refused.details
  const who = conflict?.decidedBy ?? conflict?.claimedBy
  if (!conflict || who === undefined) return refused
  const name = (await namesOf(tx, [Number(who)])).get(Number(who))
  return new AppError(refused.code, refused.message, {
    ...details,
    conflict: { ...conflict, ...(conflict.claimedBy ? { claimedBy: name } : { decidedBy: name }) },
  })
}
