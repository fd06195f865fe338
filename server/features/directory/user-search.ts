import {
  type AdminUserRow,
  COUNT_CAP,
  type UserFilters,
  type UserStanding,
} from '#contract/directory/admin-users.ts'
import { type CaseKind, CaseState } from '#contract/verification/cases.ts'
import type { LeafState } from '#contract/verification/leaf.ts'
import type { Approval } from '#domain/cases/case.ts'
import { wireStatuses } from '#domain/cases/case-view.ts'
import { caseLines } from '#domain/leaf/case-lines.ts'
import { spanOfDays } from '#domain/plain-date.ts'
import { itemAsListed, type StoredItem } from '#server/model/cases/case-row.ts'
import { isColleague, reachedCondition } from '#server/model/people/beginners.ts'
import { ADDRESS_COLUMNS, ADDRESS_TYPES, shownEmail } from '#server/model/people/proven-email.ts'
import { readTerms, type SearchedBy, type Way, waysToFind } from '#server/model/people/search-terms.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  contains,
  isAfter,
  isStorableKey,
  isStoredMoment,
  type KeysetPlace,
  type ListOrder,
  type Paging,
  pageOf,
  readCursor,
  sortPlace,
} from '#server/platform/database/keyset.ts'
import {
  as,
  type Bind,
  bindings,
  composed,
  type Row as RowOfColumns,
} from '#server/platform/database/statement.ts'

export interface UserSearch extends Omit<UserFilters, 'erased'>, SearchedBy {
  /** Includes erased accounts whose records the law requires to keep. */
  withErased: boolean
  sort: 'created' | 'name'
  order: 'asc' | 'desc'
  now: Date
  readerId: number
  /** Whether they read cases: others are shown neither lines nor how an approval came about. */
  mayReadCases: boolean
  /** Reads the lines of each case, which an export of thousands of rows has no use for. */
  withLines?: boolean
}

/** A row of the list, with all that is stored of each approval. */
export type FoundUser = AdminUserRow & Record<'individual_approval' | 'business_approval', Approval | null>

export interface SearchResult {
  users: FoundUser[]
  nextCursor: string | null
  count: number
  /** No one matches the text as typed; these differ by a letter. */
  isNear: boolean
}

type Search = UserSearch & Paging
/** Returns conditions on `search_entries e`. */
type Match = (value: Bind) => string

/**
 * Finds users by name, contact detail or number, by parts of an address or name, and by the state of their
 * verification; without visitors' unclaimed applications. Paged from the last row seen, so that the hundredth
 * page costs what the first does (performance P8). If no one matches, near spellings are found. The count stops
 * at COUNT_CAP + 1. Throws VALIDATION_ERROR for a cursor that isn't ours.
 */
export async function searchUsers(db: Db, search: Search): Promise<SearchResult> {
  const place = search.cursor ? readCursor(search.cursor, isKeyOf(search.sort)) : undefined
  const ways = search.q ? waysToFind(await readTerms(db, search.q), search) : [EVERYONE]
  for (const { isNear, matches } of ways) {
    const match: Match = (value) => conditionsOf(search, value, matches(value))
    // Of very many near spellings the first ones found will do; only those are sorted.
    const found = isNear
      ? await findPage(db, search, place, (value) => everyMatch(search, match, value, COUNT_CAP + 1))
      : await findMatching(db, search, place, match)
    if (found.count > 0) return resultOf(found, search, isNear)
  }
  return { users: [], nextCursor: null, count: 0, isNear: false }
}

const EVERYONE: Way = { isNear: false, matches: () => 'true' }

interface Found {
  count: number
  rows: Row[]
}

function resultOf({ count, rows }: Found, search: Search, isNear: boolean): SearchResult {
  const { page, nextCursor } = pageOf(rows, search.limit, sortPlace)
  return { users: page.map((row) => foundUser(row, search)), nextCursor, count, isNear }
}

async function findMatching(
  db: Db,
  search: Search,
  place: KeysetPlace | undefined,
  match: Match,
): Promise<Found> {
  const few = await findPage(db, search, place, (value) => everyMatch(search, match, value, COUNT_CAP + 1))
  const rows = few.count > COUNT_CAP ? await manyMatches(db, search, place, match) : few.rows
  return { count: few.count, rows }
}

/** How many users are walked in list order before all matches are sorted instead. */
const WALK = 20_000

/** A page of more matches than are counted: walking in list order usually finds the next ones soon. */
async function manyMatches(
  db: Db,
  search: Search,
  place: KeysetPlace | undefined,
  match: Match,
): Promise<Row[]> {
  const near = await findPage(db, search, place, (value) => nextMatches(search, place, match, value))
  if (near.rows.length > search.limit) return near.rows
  const all = await findPage(db, search, place, (value) => everyMatch(search, match, value))
  return all.rows
}

function nextMatches(search: Search, place: KeysetPlace | undefined, match: Match, value: Bind): string {
  const { expression, cast } = keyOf(search)
  const after = isAfter(place, { key: expression, cast, id: 'e.user_id', order: search.order }, value)
  return `select e.user_id as id, e.sort_key from (
      select e.*, ${expression} as sort_key from search_entries e where e.kind = 'person' and ${after}
      order by ${expression} ${search.order}, e.user_id ${search.order} limit ${WALK}
    ) e where ${match(value)} limit ${value(search.limit + 1)}`
}

function everyMatch(search: Search, match: Match, value: Bind, most?: number): string {
  return `select e.user_id as id, ${keyOf(search).expression} as sort_key from search_entries e
    where e.kind = 'person' and ${match(value)} ${most ? `limit ${most}` : ''}`
}

/**
 * How many users `finding` selects, and their page from `place` on. The list's columns are read for the page
 * only, and the planner is left no choice, because it misjudges how many names contain three letters
 * (performance P7).
 */
async function findPage(
  db: Db,
  search: Search,
  place: KeysetPlace | undefined,
  finding: (value: Bind) => string,
): Promise<Found> {
  const { values, value } = bindings()
  const { cast } = keyOf(search)
  const after = isAfter(place, { key: 'f.sort_key', cast, id: 'f.id', order: search.order }, value)
  const order = `f.sort_key ${search.order}, f.id ${search.order}`
  const { rows } = await composed(db, {
    text: `with found as materialized (${finding(value)}),
       page as materialized (
         select f.id, f.sort_key from found f where ${after} order by ${order} limit ${value(search.limit + 1)}
       )
     select (select count(*)::int from found) as found, ${COLUMNS}, ${linesOf(search)}, f.sort_key::text as sort_key
     from (values (1)) as always left join page f on true left join users u on u.id = f.id ${JOINS}
     order by ${order}`,
    values,
    gives: { found: 'int4', ...ROW },
  })
  // With an empty page there is one row, with the count only.
  return { count: rows[0]?.found ?? 0, rows: rows.filter((row): row is typeof row & Row => row.id !== null) }
}

const ROW = {
  id: 'int8?',
  name: 'text?',
  ...ADDRESS_TYPES,
  user_type: 'text?',
  pending_user_type: 'text?',
  created_at: 'timestamptz',
  is_erased: 'bool',
  is_suspended: 'bool',
  legal_name: 'text?',
  state: 'text?',
  business_state: 'text?',
  approval: as<Approval>('jsonb?'),
  business_approval: as<Approval>('jsonb?'),
  items: as<StoredItem[]>('jsonb?'),
  business_items: as<StoredItem[]>('jsonb?'),
  sort_key: 'text',
} as const
type Row = RowOfColumns<typeof ROW> & { id: string }

const COLUMNS = `u.id, coalesce(u.name, k.first_name || ' ' || k.last_name) as name, ${ADDRESS_COLUMNS},
  u.user_type, u.pending_user_type, u.created_at, u.issuer = 'erased' as is_erased,
  u.suspended_at is not null as is_suspended, company.legal_name, c.state, b.state as business_state,
  c.approval, b.approval as business_approval`
function linesOf({ mayReadCases, withLines }: UserSearch): string {
  const of = (kase: string) => (mayReadCases && withLines ? `${kase}.items` : 'null::jsonb')
  return `${of('c')} as items, ${of('b')} as business_items`
}

/** An erased person's name comes from the records that are kept. */
const JOINS = `left join cases c on c.user_id = u.id and c.kind = 'consumer'
  left join cases b on b.user_id = u.id and b.kind = 'business'
  left join business_profiles company on company.user_id = u.id
  left join kyc_profiles k on k.user_id = u.id and u.issuer = 'erased'`

function conditionsOf(search: UserSearch, value: Bind, words: string): string {
  const conditions = search.withErased ? [words] : ['not e.is_erased', words]
  if (search.email) conditions.push(`e.emails like ${value(contains(search.email))}`)
  for (const part of search.name?.split(/\s+/) ?? [])
    conditions.push(`e.names like search_fold(${value(contains(part))})`)
  if (search.individual) conditions.push(standing('consumer', search.individual, value))
  if (search.business) conditions.push(standing('business', search.business, value))
  const joined = search.joined === undefined ? undefined : spanOfDays(search.joined)
  if (joined)
    conditions.push(
      `e.created_at >= ${value(joined.from)}::timestamptz and e.created_at < ${value(joined.to)}::timestamptz`,
      `not ${isColleague('e.user_id')}`,
    )
  const reached = reachedCondition(search, search.now, value)
  if (reached) conditions.push(`e.user_id in (select p.user_id from begun_people p where ${reached})`)
  return conditions.join(' and ')
}

/** How many people the figure counts that the list can’t show: visitors, and people whose account was deleted. */
export async function countUnlisted(db: Db, search: UserSearch): Promise<number> {
  const { values, value } = bindings()
  const reached = reachedCondition(search, search.now, value)
  if (!reached) return 0
  const { rows } = await composed(db, {
    text: `select count(*)::int as n from begun_people p
     where ${reached} and not exists (
       select from search_entries e where e.kind = 'person' and e.user_id = p.user_id
         ${search.withErased ? '' : 'and not e.is_erased'})`,
    values,
    gives: { n: 'int4' },
  })
  return rows[0]?.n ?? 0
}

function standing(kind: CaseKind, state: UserStanding, value: Bind): string {
  // People without a company's case are quickly found: most have none.
  if (kind === 'consumer' && state === 'none')
    return 'exists (select from unstarted_people p where p.user_id = e.user_id)'
  const theirs = `exists (select from cases c where c.user_id = e.user_id and c.kind = '${kind}'`
  return state === 'none' ? `not ${theirs})` : `${theirs} and c.state = ${value(state)})`
}

/** People without a name come last in either sort order. */
function keyOf({ sort, order }: UserSearch): { expression: string; cast: ListOrder['cast'] } {
  if (sort === 'created') return { expression: 'e.created_at', cast: 'timestamptz' }
  const last = order === 'asc' ? 'chr(1114111)' : "''"
  return { expression: `coalesce(e.sort_name, ${last})`, cast: 'text' }
}

/** One user as the reader may see them, in the list and in the export. */
function foundUser(row: Row, { readerId, mayReadCases }: UserSearch): FoundUser {
  const [own, company] = [row.state, row.business_state].map((state) => state && CaseState.parse(state))
  const statuses = [own, company].map((state) => (state ? wireStatuses(state) : undefined))
  // No one may reveal what reviewers marked in the reader's own case (law §3.4).
  const isOwn = Number(row.id) === readerId
  const linesOfCase = (state: CaseState | '' | null | undefined, items: StoredItem[] | null) =>
    mayReadCases && !isOwn ? shownLines(state, items) : []
  const shownApproval = (approval: Approval | null) =>
    mayReadCases ? approval && { ...approval, ...(isOwn && { override: null }) } : null
  return {
    id: Number(row.id),
    name: row.name,
    ...shownEmail(row),
    user_type: row.user_type,
    pending_user_type: row.pending_user_type,
    is_verified: statuses.some((status) => status?.verificationStatus === 'verified'),
    kyc_status: statuses[0]?.kycStatus ?? null,
    cdd_status: statuses[1]?.kycStatus ?? null,
    individual_state: own || null,
    business_state: company || null,
    individual_approval: shownApproval(row.approval),
    business_approval: shownApproval(row.business_approval),
    individual_lines: linesOfCase(own, row.items),
    business_lines: linesOfCase(company, row.business_items),
    is_erased: row.is_erased,
    is_suspended: row.is_suspended,
    legal_name: row.legal_name,
    created_at: row.created_at.toISOString(),
  }
}

function shownLines(state: CaseState | '' | null | undefined, items: StoredItem[] | null): LeafState[] {
  return state ? caseLines(state, items?.map(itemAsListed) ?? []) : []
}

function isKeyOf(sort: UserSearch['sort']): (key: string) => boolean {
  return sort === 'name' ? isStorableKey : isStoredMoment
}
