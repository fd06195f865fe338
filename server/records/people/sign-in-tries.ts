import type { SignInProblem } from '#contract/account.ts'
import type { UserSignIn } from '#contract/admin-activity.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  isStoredMoment,
  type Paging,
  pageOf,
  readCursor,
  sortPlace,
} from '#server/platform/database/keyset.ts'

interface Row {
  id: string
  name: string | null
  email: string | null
  method: string | null
  at: Date
  ip: string | null
  device: string | null
  problem: SignInProblem | null
  sort_key: string
}

/**
 * The sign-ins of one person and the tries that failed, from the ledger, newest first. Throws VALIDATION_ERROR for a cursor that is
 * not ours.
 */
export async function signInTries(
  db: Db,
  userId: number,
  { limit, cursor }: Paging,
): Promise<{ data: UserSignIn[]; nextCursor: string | null }> {
  const place = cursor ? readCursor(cursor, isStoredMoment) : undefined
  const { rows } = await db.$client.query<Row>(
    `select e.id, u.name, s.email, s.method, e.at, e.ip, e.after->>'device' as device, e.at::text as sort_key,
       case when e.type = 'auth.failed' then coalesce(e.after->>'what', 'password') end as problem
     from events e join users u on u.id = e.user_id
     left join lateral (
       select email, method from sign_ins where user_id = e.user_id and at = e.at and e.type = 'auth.signed_in' limit 1) s on true
     where e.user_id = $1 and e.type in ('auth.signed_in', 'auth.failed')
       and ($2::timestamptz is null or (e.at, e.id) < ($2::timestamptz, $3::bigint))
     order by e.at desc, e.id desc limit $4`,
    [userId, place?.key ?? null, place?.id ?? null, limit + 1],
  )
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
