import type { SignIn } from '#contract/audit/admin-activity.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  contains,
  isAfter,
  isStoredMoment,
  type Paging,
  pageOf,
  readCursor,
  sortPlace,
} from '#server/platform/database/keyset.ts'
import { bindings, composed } from '#server/platform/database/statement.ts'

interface SignInSearch extends Paging {
  email?: string
  method?: string
}

/** Everyone's sign-ins, newest first. Throws VALIDATION_ERROR for a cursor that isn't ours. */
export async function findSignIns(
  db: Db,
  search: SignInSearch,
): Promise<{ data: SignIn[]; nextCursor: string | null }> {
  const { values, value } = bindings()
  const filters: string[] = []
  if (search.email) filters.push(`lower(s.email) like ${value(contains(search.email))}`)
  if (search.method) filters.push(`s.method = ${value(search.method)}`)
  const place = search.cursor ? readCursor(search.cursor, isStoredMoment) : undefined
  filters.push(isAfter(place, { key: 's.at', cast: 'timestamptz', id: 's.id', order: 'desc' }, value))
  const { rows } = await composed(db, {
    text: `select s.id, s.user_id, u.name, s.email, s.method, s.at, s.ip, s.at::text as sort_key
     from sign_ins s join users u on u.id = s.user_id
     where ${filters.join(' and ')} order by s.at desc, s.id desc limit ${value(search.limit + 1)}`,
    values,
    gives: {
      id: 'int8',
      user_id: 'int8',
      name: 'text?',
      email: 'text?',
      method: 'text',
      at: 'timestamptz',
      ip: 'text?',
      sort_key: 'text',
    },
  })
  const { page, nextCursor } = pageOf(rows, search.limit, sortPlace)
  return {
    data: page.map((row) => ({
      id: Number(row.id),
      user_id: Number(row.user_id),
      name: row.name,
      email: row.email,
      login_timestamp: row.at.toISOString(),
      method: row.method,
      ip: row.ip,
    })),
    nextCursor,
  }
}
