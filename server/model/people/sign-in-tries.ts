import type { UserSignIn } from '#contract/audit/admin-activity.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  isStoredMoment,
  type Paging,
  pageOf,
  readCursor,
  sortPlace,
} from '#server/platform/database/keyset.ts'
import { selectSignInTries } from './people.sql.ts'

/**
 * A person's sign-ins and failed attempts from the ledger, newest first. Throws VALIDATION_ERROR for a cursor
 * that isn't ours.
 */
export async function signInTries(
  db: Db,
  userId: number,
  { limit, cursor }: Paging,
): Promise<{ data: UserSignIn[]; nextCursor: string | null }> {
  const place = cursor ? readCursor(cursor, isStoredMoment) : undefined
  const { rows } = await selectSignInTries(db, [userId, place?.key ?? null, place?.id ?? null, limit + 1])
  const { page, nextCursor } = pageOf(rows, limit, sortPlace)
  return {
    data: page.map(({ id, name, email, method, at, ip, device, problem }) => ({
      id: Number(id),
      user_id: userId,
      name,
      email,
      login_timestamp: at.toISOString(),
      method: method ?? '',
      ip,
      device,
      problem,
    })),
    nextCursor,
  }
}
