import { COUNT_CAP } from '#contract/admin-users.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  contains,
  isStorableKey,
  isStoredMoment,
  type Place,
  readCursor,
  writeCursor,
} from '#server/platform/database/keyset.ts'
import { APPLICANT_ISSUER } from '#server/platform/database/schema/applicants.ts'
import { ERASED_ISSUER } from '#server/records/remove-person.ts'

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
 * Finds users by parts of email and name, without visitors whose application nobody has claimed (decisions §2), page by
 * page from the last row seen: the hundredth page costs what the first does (performance P8). The count stops at
 * COUNT_CAP + 1. Throws VALIDATION_ERROR for a cursor that is not ours.
 */
export async function searchUsers(db: Db, search: UserSearch): Promise<SearchResult> {
  const place = search.cursor ? readCursor(search.cursor, isKeyOf(search.sort)) : undefined
  const { count, rows } = await fewMatches(db, search, place)
  const found = count > COUNT_CAP ? await manyMatches(db, search, place) : rows
  const page = found.slice(0, search.limit)
  const last = page.at(-1)
  return {
    users: page.map(foundUser),
    nextCursor: found.length > search.limit && last ? writeCursor({ key: last.sort_key, id: last.id }) : null,
    count,
  }
}

/**
 * Counts what matches, up to one more than the cap, and gives the page where it is no more: looking through the trigrams
 * of a long term is the dear part, and is done once (performance P7).
 */
async function fewMatches(
  db: Db,
  search: UserSearch,
  place: Place | undefined,
): Promise<{ count: number; rows: Row[] }> {
  const { values, value } = parameters()
  const { expression } = KEYS[search.sort]
  const matching = matchOf(search, value)
  const after = place ? `where ${isAfter(search, place, ['f.sort_key', 'f.id'], value)}` : ''
  const order = `f.sort_key ${search.order}, f.id ${search.order}`
  const { rows } = await db.$client.query<Row & { n: number; id: string | null }>(
    `with found as materialized (
       select u.id, ${expression} as sort_key from users u where ${matching} limit ${COUNT_CAP + 1}
     ), counted as (select count(*)::int as n from found)
     select counted.n, page.* from counted left join lateral (
       select ${COLUMNS}, f.sort_key::text as sort_key, row_number() over (order by ${order}) as position
       from found f join users u on u.id = f.id ${CASES} ${after}
       order by ${order} limit ${value(search.limit + 1)}
     ) page on counted.n <= ${COUNT_CAP} order by page.position`,
    values,
  )
  // Without a page there is one row, which has the count alone.
  return { count: rows[0]?.n ?? 0, rows: rows.filter((row): row is typeof row & Row => row.id !== null) }
}

/** The page of what more match than are counted: in the order of the list, the next ones are soon found. */
async function manyMatches(db: Db, search: UserSearch, place: Place | undefined): Promise<Row[]> {
  const { values, value } = parameters()
  const { expression } = KEYS[search.sort]
  const filters = [matchOf(search, value)]
  if (place) filters.push(isAfter(search, place, [expression, 'u.id'], value))
  const { rows } = await db.$client.query<Row>(
    `select ${COLUMNS}, (${expression})::text as sort_key from users u ${CASES}
     where ${filters.join(' and ')} order by ${expression} ${search.order}, u.id ${search.order}
     limit ${value(search.limit + 1)}`,
    values,
  )
  return rows
}

const COLUMNS = `u.id, u.name, coalesce(u.email, u.auth0_email) as email, u.user_type, u.pending_user_type, u.created_at,
  c.state, b.state as business_state`
const CASES = `left join cases c on c.user_id = u.id and c.kind = 'consumer'
  left join cases b on b.user_id = u.id and b.kind = 'business'`

type Value = (one: unknown) => string

function parameters(): { values: unknown[]; value: Value } {
  const values: unknown[] = []
  return { values, value: (one) => `$${values.push(one)}` }
}

function matchOf({ email, name }: UserSearch, value: Value): string {
  // Of people who were erased the law wants records kept, and nobody to come upon them (security R58).
  const filters = [`u.issuer not in ('${APPLICANT_ISSUER}', '${ERASED_ISSUER}')`]
  if (email) filters.push(`${EMAIL} like ${value(contains(email))}`)
  if (name) filters.push(`lower(u.name) like ${value(contains(name))}`)
  return filters.join(' and ')
}

function isAfter(
  { sort, order }: UserSearch,
  place: Place,
  [key, id]: [string, string],
  value: Value,
): string {
  const sign = order === 'asc' ? '>' : '<'
  return `(${key}, ${id}) ${sign} (${value(place.key)}::${KEYS[sort].cast}, ${value(place.id)}::bigint)`
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

function foundUser(row: Row): FoundUser {
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
