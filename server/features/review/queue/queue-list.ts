import { COUNT_CAP } from '#contract/directory/admin-users.ts'
import type { QueueFilters, QueueRow } from '#contract/review/review-queue.ts'
import { type ApprovalBasis, CaseKind, QueueState } from '#contract/verification/cases.ts'
import { referredCaseId } from '#domain/cases/case-reference.ts'
import { reviewTiming } from '#domain/cases/review-clock.ts'
import { answeredItems, caseLines } from '#domain/leaf/case-lines.ts'
import { ownerId, presentOwner } from '#server/model/cases/case-owner.ts'
import { itemAsListed, type StoredItem } from '#server/model/cases/case-row.ts'
import { workingTimes } from '#server/model/cases/working-time.ts'
import { ERASED_ISSUER } from '#server/model/people/erased-people.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import { ADDRESS_COLUMNS, ADDRESS_TYPES, shownEmail } from '#server/model/people/proven-email.ts'
import { type FoundPeople, findPeople } from '#server/model/people/search-terms.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  isAfter,
  type KeysetPlace,
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
import { type Asking, HAS_ACCOUNT, queueConditions, type Reader } from './queue-filter.ts'
import {
  NEWEST_FIRST,
  orderedParts,
  ownKey,
  type Part,
  type QueueOrder,
  type SortKey,
  sortKeyOf,
  stateParts,
} from './queue-order.ts'

export interface QueueRows {
  cases: QueueRow[]
  count: number
  countIsCapped: boolean
  isNear: boolean
  unconfirmed: number
  nextCursor: string | null
}

/** An erased account's records are kept, but not every administrator may read them. */
const NOT_ERASED = ` and u.issuer <> '${ERASED_ISSUER}'`

/**
 * Up to this many people found by a search, their cases are read one by one; with more, each case checks its
 * person.
 */
const MOST_PEOPLE = 5000
/** How many cases of a list are checked in order to count matches. */
const LOOKED_THROUGH = 5000

/**
 * Cases by deadline, earliest first; people asked to confirm by theirs; decided cases newest first. Any column can
 * be sorted by instead; equals are sorted by id. A case whose number was typed is found whatever the other filters
 * say. The page begins after the last row seen, and the count stops at COUNT_CAP + 1, or when enough cases were
 * checked (performance P8). Throws VALIDATION_ERROR for a cursor that isn't ours.
 */
export async function queuePage(
  db: Db,
  { q, ...filters }: QueueFilters,
  { limit, cursor, ...wanted }: Paging & QueueOrder,
  asking: Reader,
): Promise<QueueRows> {
  const numbered = q ? await numberedCase(db, q, asking) : undefined
  const people =
    q && !numbered
      ? await findPeople(
          db,
          { q, withErased: asking.withErased ?? false, mayReadInvoices: asking.mayReadInvoices ?? false },
          MOST_PEOPLE,
        )
      : undefined
  const list = numbered ?? listOf(filters, wanted, asking, people)
  const { count, isCapped } = list.isAmong
    ? await countedAmong(db, list, list.isAmong)
    : await counted(db, list)
  const unconfirmed = await counted(db, listOf({ email: 'unconfirmed' }, {}, asking))
  const rows = await rowsOf(db, list, { limit, cursor })
  const { page, nextCursor } = pageOf(rows, limit, sortPlace)
  const found = Math.max(count, page.length)
  return {
    cases: await presented(db, page, asking),
    count: Math.min(found, COUNT_CAP),
    countIsCapped: isCapped,
    isNear: people?.isNear === true && found > 0,
    unconfirmed: Math.min(unconfirmed.count, COUNT_CAP),
    nextCursor,
  }
}

/** A list of cases as parts of a query; each binds its values to that query. */
interface List {
  /** The cases `c`: all, or those of the people found. */
  cases: (value: Bind) => string
  conditions: (value: Bind) => string
  /** The name of the person or company. */
  name: string
  /** The condition on each case's person if too many match to list them. */
  isAmong: ((value: Bind) => string) | null
  sort: SortKey
  /** Its default order. */
  own: SortKey
  /** From a place on, if it is read in parts. */
  parts: (place: KeysetPlace | undefined) => Part[] | undefined
}

function listOf(filters: QueueFilters, wanted: QueueOrder, asking: Reader, people?: FoundPeople): List {
  const cases = (value: Bind) =>
    people?.kind === 'few'
      ? `(select * from cases where user_id = any(${value(people.ids)}::bigint[]) offset 0) c`
      : 'cases c'
  const conditions = (value: Bind) => queueConditions(filters, asking, value).join(' and ')
  const isAmong = people?.kind === 'many' ? (value: Bind) => people.isAmong('c.user_id', value) : null
  const narrowed = (value: Bind) =>
    isAmong ? `${conditions(value)} and ${isAmong(value)}` : conditions(value)
  return {
    cases,
    conditions,
    name: `case when c.kind = 'business'${asking.withErased ? '' : NOT_ERASED} then b.legal_name else u.name end`,
    isAmong,
    sort: sortKeyOf(filters, wanted, asking),
    own: ownKey(filters),
    parts: (place) => {
      const asked = { ...wanted, filters, asking, cases, conditions: narrowed, place }
      if (wanted.sort === 'state' && !filters.state) return stateParts(asked)
      // Lists restricted to people are short, or are counted by checking each case.
      return people ? undefined : orderedParts(asked)
    },
  }
}

/** A list of only the case whose number was typed; undefined if no such case was submitted. */
async function numberedCase(db: Db, typed: string, asking: Reader): Promise<List | undefined> {
  const id = referredCaseId(typed)
  if (id === null) return undefined
  const list: List = {
    ...listOf({}, {}, asking),
    conditions: (value) =>
      `c.id = ${value(id)} and c.round > 0 and ${HAS_ACCOUNT}${asking.withErased ? '' : NOT_ERASED}`,
    sort: NEWEST_FIRST,
    parts: () => undefined,
  }
  return (await counted(db, list)).count > 0 ? list : undefined
}

interface Count {
  count: number
  /** There are more, or may be. */
  isCapped: boolean
}

async function counted(db: Db, { cases, conditions }: List): Promise<Count> {
  const { values, value } = bindings()
  const { rows } = await composed(db, {
    text: `select count(*)::int as n from (select 1 from ${cases(value)} join users u on u.id = c.user_id
      where ${conditions(value)} limit ${COUNT_CAP + 1}) capped`,
    values,
    gives: { n: 'int4' },
  })
  const count = rows[0]?.n ?? 0
  return { count, isCapped: count > COUNT_CAP }
}

/** How many of a list's first cases belong to matching people. */
async function countedAmong(db: Db, { conditions, own }: List, isAmong: NonNullable<List['isAmong']>) {
  const { values, value } = bindings()
  const { rows } = await composed(db, {
    text: `with looked as materialized (select c.user_id from cases c join users u on u.id = c.user_id
       where ${conditions(value)} order by ${own.key} ${own.order}, c.id ${own.order} limit ${LOOKED_THROUGH})
     select (select count(*)::int from looked) as looked,
       (select count(*)::int from (select from looked c where ${isAmong(value)} limit ${COUNT_CAP + 1}) capped) as n`,
    values,
    gives: { looked: 'int4', n: 'int4' },
  })
  const { looked = 0, n = 0 } = rows[0] ?? {}
  return { count: n, isCapped: n > COUNT_CAP || looked === LOOKED_THROUGH }
}

async function rowsOf(db: Db, list: List, { limit, cursor }: Paging): Promise<Row[]> {
  const place = cursor === undefined ? undefined : readCursor(cursor, list.sort.isKey)
  const rows: Row[] = []
  for (const part of list.parts(place) ?? [whole(list, place)])
    if (rows.length <= limit) rows.push(...(await rowsOfPart(db, list, part, limit + 1 - rows.length)))
  return rows
}

/** A list as one part, sorted by a key that has an index or few rows. */
function whole({ cases, conditions, isAmong, sort }: List, place: KeysetPlace | undefined): Part {
  const { key, cast, order, joins } = sort
  return (value, most) => {
    const after = isAfter(place, { key, cast, id: 'c.id', order }, value)
    return `select c.id, ${key} as sort_key from ${cases(value)} join users u on u.id = c.user_id ${joins(value)}
      where ${conditions(value)} ${isAmong ? `and ${isAmong(value)}` : ''} and ${after}
      order by ${key} ${order}, c.id ${order} limit ${most}`
  }
}

async function rowsOfPart(db: Db, { name, sort: { order } }: List, part: Part, most: number): Promise<Row[]> {
  const { values, value } = bindings()
  const { rows } = await composed(db, {
    text: `select c.id, c.user_id, c.kind, c.state, c.round, c.submitted_at, c.due_at, c.confirm_by, c.claimed_by, c.claimed_at, c.assigned_to, c.approval,
       c.items, c.proposal,
       ${name} as name,
       ${ADDRESS_COLUMNS}, coalesce(u.user_type, u.pending_user_type) as user_type,
       p.sort_key::text as sort_key
     from (${part(value, value(most))}) p join cases c on c.id = p.id join users u on u.id = c.user_id
     left join business_profiles b on b.user_id = c.user_id
     order by p.sort_key ${order}, c.id ${order}`,
    values,
    gives: ROW,
  })
  return rows
}

const ROW = {
  id: 'int8',
  user_id: 'int8',
  kind: 'text',
  state: 'text',
  round: 'int4',
  submitted_at: 'timestamptz?',
  due_at: 'timestamptz?',
  confirm_by: 'timestamptz?',
  claimed_by: 'int8?',
  claimed_at: 'timestamptz?',
  assigned_to: 'int8?',
  approval: as<ApprovalBasis>('jsonb?'),
  items: as<StoredItem[]>('jsonb'),
  proposal: as<{ by: string }>('jsonb?'),
  name: 'text?',
  ...ADDRESS_TYPES,
  user_type: 'text?',
  sort_key: 'text',
} as const
type Row = RowOfColumns<typeof ROW>

async function presented(db: Db, rows: readonly Row[], { reviewerId, now }: Asking): Promise<QueueRow[]> {
  const owned = rows.map((row) => ({ row, ownership: ownershipOf(row) }))
  const owners = owned.flatMap(({ ownership }) => ownerId(ownership, now) ?? [])
  const proposers = rows.flatMap(({ proposal }) => (proposal ? Number(proposal.by) : []))
  const names = await namesOf(db, [...new Set([...owners, ...proposers])])
  const nameOf = (id: number) => names.get(id) ?? unnamed(id)
  const worked = await workingTimes(
    db,
    rows.map(({ id }) => Number(id)),
    now,
  )
  return owned.map(({ row, ownership }) => {
    const state = QueueState.parse(row.state)
    const timing = reviewTiming({ state, dueAt: row.due_at }, now)
    const isOwn = Number(row.user_id) === reviewerId
    // No one may reveal what others marked in the reader's own case, and who would approve it (law §3.4).
    const items = isOwn ? [] : row.items.map(itemAsListed)
    return {
      id: Number(row.id),
      userId: Number(row.user_id),
      kind: CaseKind.parse(row.kind),
      name: row.name,
      ...shownEmail(row),
      user_type: row.user_type,
      state,
      round: row.round,
      submittedAt: row.submitted_at?.toISOString() ?? null,
      dueAt: row.due_at?.toISOString() ?? null,
      dueState: timing.kind === 'not_running' ? null : timing.kind,
      confirmBy: row.confirm_by?.toISOString() ?? null,
      workingMs: worked.get(Number(row.id)) ?? null,
      owner: presentOwner(ownership, { nameOf, readerId: reviewerId, now }),
      approval: row.approval,
      lines: caseLines(state, items),
      answered: answeredItems({ state, round: row.round }, items),
      proposedBy: row.proposal && !isOwn ? nameOf(Number(row.proposal.by)) : null,
      isOwn,
    }
  })
}

function ownershipOf({ claimed_by, claimed_at, assigned_to }: Row) {
  return {
    claim: claimed_by !== null && claimed_at ? { by: Number(claimed_by), at: claimed_at } : null,
    assignee: assigned_to === null ? null : Number(assigned_to),
  }
}
