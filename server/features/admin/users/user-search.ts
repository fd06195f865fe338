import { type AdminUserRow, COUNT_CAP } from '#contract/admin-users.ts'
import { CaseState } from '#contract/cases.ts'
import { wireStatuses } from '#domain/cases/case-view.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  contains,
  isStorableKey,
  isStoredMoment,
  type Paging,
  type Place,
  pageOf,
  readCursor,
  sortPlace,
} from '#server/platform/database/keyset.ts'
import { APPLICANT_ISSUER } from '#server/platform/database/schema/applicants.ts'
import { ERASED_ISSUER } from '#server/records/people/remove-person.ts'

interface UserSearch extends Paging {
  email?: string
  name?: string
  sort: 'created' | 'name'
  order: 'asc' | 'desc'
}

interface SearchResult {
  users: AdminUserRow[]
  nextCursor: string | null
  count: number
}

/** Both addresses, as the index has them. */
const EMAILS = "lower(coalesce(u.email, '') || ' ' || coalesce(u.auth0_email, ''))"
const KEYS = {
  created: { expression: 'u.created_at', cast: 'timestamptz' },
  name: { expression: "lower(coalesce(u.name, ''))", cast: 'text' },
} as const

/**
 * Finds users by parts of an address, the system's or the one they sign in with, and of the name, without visitors whose
 * application nobody has claimed (decisions §2), page by page from the last row seen: the hundredth page costs what the
 * first does (performance P8). The count stops at COUNT_CAP + 1. Throws VALIDATION_ERROR for a cursor that is not ours.
 */
export async function searchUsers(db: Db, search: UserSearch): Promise<SearchResult> {
  const place = search.cursor ? readCursor(search.cursor, isKeyOf(search.sort)) : undefined
  const few = await findPage(db, search, place, (value) => everyMatch(search, value, COUNT_CAP + 1))
  const found = few.found > COUNT_CAP ? await manyMatches(db, search, place) : few.rows
  const { page, nextCursor } = pageOf(found, search.limit, sortPlace)
  return { users: page.map(foundUser), nextCursor, count: few.found }
}

/** How many users are looked through in the order of the list before all that match are sorted instead. */
const WALK = 20_000

/** The page of what more match than are counted: in the order of the list, the next ones are mostly soon found. */
async function manyMatches(db: Db, search: UserSearch, place: Place | undefined): Promise<Row[]> {
  const near = await findPage(db, search, place, (value) => nearMatches(search, place, value))
  if (near.rows.length > search.limit) return near.rows
  const all = await findPage(db, search, place, (value) => everyMatch(search, value))
  return all.rows
}

function nearMatches(search: UserSearch, place: Place | undefined, value: Value): string {
  const { expression } = KEYS[search.sort]
  const after = place ? `where ${isAfter(search, place, [expression, 'u.id'], value)}` : ''
  return `select u.id, u.sort_key from (
      select u.*, ${expression} as sort_key from users u ${after}
      order by ${expression} ${search.order}, u.id ${search.order} limit ${WALK}
    ) u where ${matchOf(search, value)} limit ${value(search.limit + 1)}`
}

function everyMatch(search: UserSearch, value: Value, most?: number): string {
  return `select u.id, ${KEYS[search.sort].expression} as sort_key from users u
    where ${matchOf(search, value)} ${most ? `limit ${most}` : ''}`
}

/**
 * How many users `finding` selects, and the page of them from `place` on. What the list shows is read for the page alone,
 * and the planner is left no choice: it misjudges how many names have three letters in them (performance P7).
 */
async function findPage(
  db: Db,
  search: UserSearch,
  place: Place | undefined,
  finding: (value: Value) => string,
): Promise<{ found: number; rows: Row[] }> {
  const { values, value } = parameters()
  const after = place ? `where ${isAfter(search, place, ['f.sort_key', 'f.id'], value)}` : ''
  const order = `f.sort_key ${search.order}, f.id ${search.order}`
  const { rows } = await db.$client.query<{ found: number } & (Row | { id: null })>(
    `with found as materialized (${finding(value)}),
       page as materialized (
         select f.id, f.sort_key from found f ${after} order by ${order} limit ${value(search.limit + 1)}
       )
     select (select count(*)::int from found) as found, ${COLUMNS}, f.sort_key::text as sort_key
     from (values (1)) as always left join page f on true left join users u on u.id = f.id ${CASES}
     order by ${order}`,
    values,
  )
  // Without a page there is one row, which has the count alone.
  return { found: rows[0]?.found ?? 0, rows: rows.filter((row) => row.id !== null) }
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
  if (email) filters.push(`${EMAILS} like ${value(contains(email))}`)
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

function foundUser(row: Row): AdminUserRow {
  const [own, company] = [row.state, row.business_state].map((state) =>
    state ? wireStatuses(CaseState.parse(state)) : undefined,
  )
  return {
    id: Number(row.id),
    name: row.name,
    email: row.email,
    user_type: row.user_type,
    pending_user_type: row.pending_user_type,
    is_verified: [own, company].some((one) => one?.verificationStatus === 'verified'),
    kyc_status: own?.kycStatus ?? null,
    cdd_status: company?.kycStatus ?? null,
    created_at: row.created_at.toISOString(),
  }
}

function isKeyOf(sort: UserSearch['sort']): (key: string) => boolean {
  return sort === 'name' ? isStorableKey : isStoredMoment
}
