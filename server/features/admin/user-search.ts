import { COUNT_CAP } from '#contract/admin-users.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  contains,
  isStorableKey,
  isStoredMoment,
  readCursor,
  writeCursor,
} from '#server/platform/database/keyset.ts'
import { APPLICANT_ISSUER } from '#server/platform/database/schema/applicants.ts'

export interface UserSearch {
  email: string | undefined
  name: string | undefined
  sort: 'created' | 'name'
  order: 'asc' | 'desc'
  limit: number
  cursor: string | undefined
}

export interface FoundUser {
  id: number
  name: string | null
  email: string | null
  userType: string | null
  pendingUserType: string | null
  caseState: string | null
  businessState: string | null
  createdAt: Date
}

export interface SearchResult {
  users: FoundUser[]
  nextCursor: string | null
  count: number
}

const EMAIL = 'lower(coalesce(u.email, u.auth0_email))'
const KEYS = {
  created: { expression: 'u.created_at', cast: 'timestamptz' },
  name: { expression: "lower(coalesce(u.name, ''))", cast: 'text' },
} as const

/**
 * Finds users by parts of email and name, without visitors whose application nobody has claimed (decisions §2), page by page from the last row seen: the hundredth page costs what the first
 * does (performance P8). The count stops at COUNT_CAP + 1. Throws VALIDATION_ERROR for a cursor that is not ours.
 */
export async function searchUsers(db: Db, search: UserSearch): Promise<SearchResult> {
  const values: unknown[] = []
  const value = (one: unknown) => `$${values.push(one)}`
  const filters = [`u.issuer <> '${APPLICANT_ISSUER}'`]
  if (search.email) filters.push(`${EMAIL} like ${value(contains(search.email))}`)
  if (search.name) filters.push(`lower(u.name) like ${value(contains(search.name))}`)

  const counted = await db.$client.query<{ n: number }>(
    `select count(*)::int as n from (select 1 from users u where ${filters.join(' and ')} limit ${COUNT_CAP + 1}) capped`,
    [...values],
  )

  const { expression, cast } = KEYS[search.sort]
  const { order } = search
  const after = order === 'asc' ? '>' : '<'
  const place = search.cursor ? readCursor(search.cursor, isKeyOf(search.sort)) : undefined
  if (place)
    filters.push(`(${expression}, u.id) ${after} (${value(place.key)}::${cast}, ${value(place.id)}::bigint)`)
  const { rows } = await db.$client.query<Row>(
    `select u.id, u.name, coalesce(u.email, u.auth0_email) as email, u.user_type, u.pending_user_type, u.created_at,
       (${expression})::text as sort_key, c.state, b.state as business_state
     from users u left join cases c on c.user_id = u.id and c.kind = 'consumer'
       left join cases b on b.user_id = u.id and b.kind = 'business'
     where ${filters.join(' and ')} order by ${expression} ${order}, u.id ${order} limit ${value(search.limit + 1)}`,
    values,
  )
  const page = rows.slice(0, search.limit)
  const last = page.at(-1)
  return {
    users: page.map(found),
    nextCursor: rows.length > search.limit && last ? writeCursor({ key: last.sort_key, id: last.id }) : null,
    count: counted.rows[0]?.n ?? 0,
  }
}

interface Row {
  id: string
  name: string | null
  email: string | null
  user_type: string | null
  pending_user_type: string | null
  created_at: Date
  sort_key: string
  state: string | null
  business_state: string | null
}

function found(row: Row): FoundUser {
  return {
    id: Number(row.id),
    name: row.name,
    email: row.email,
    userType: row.user_type,
    pendingUserType: row.pending_user_type,
    caseState: row.state,
    businessState: row.business_state,
    createdAt: row.created_at,
  }
}

function isKeyOf(sort: UserSearch['sort']): (key: string) => boolean {
  return sort === 'name' ? isStorableKey : isStoredMoment
}
