import { COUNT_CAP } from '#contract/admin-users.ts'
import { type ApprovalBasis, CaseKind, QueueState } from '#contract/cases.ts'
import type { QueueFilters, QueueRow, QueueSort } from '#contract/review-queue.ts'
import { reviewTiming } from '#domain/cases/review-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  isStoredMoment,
  type Paging,
  pageOf,
  readCursor,
  sortPlace,
} from '#server/platform/database/keyset.ts'
import { ownerId, presentOwner } from '#server/records/cases/case-owner.ts'
import { workingTimes } from '#server/records/cases/working-time.ts'
import { namesOf, unnamed } from '#server/records/people/names.ts'
import { ERASED_ISSUER } from '#server/records/people/remove-person.ts'
import { type FoundPeople, findPeople } from '#server/records/search/find-people.ts'
import {
  type Asking,
  isConfirmationList,
  isHeldList,
  isOpenList,
  queueConditions,
  type Value,
} from './queue-filter.ts'

export interface QueuePage {
  cases: QueueRow[]
  count: number
  countIsCapped: boolean
  isNear: boolean
  unconfirmed: number
  nextCursor: string | null
}

/** In which order the list is shown, where it is not its own. */
export interface QueueOrder {
  sort?: QueueSort
  order?: 'asc' | 'desc'
}

/** The records of an erased account are kept, and are not for every administrator to read. */
const NOT_ERASED = ` and u.issuer <> '${ERASED_ISSUER}'`

/** People found by words are told one by one up to so many; of more, each case asks whether its person is among them. */
const MOST_PEOPLE = 500

/**
 * Cases by their promise: the one due first stands first, so overdue before due soon; who is asked to confirm, by the day by
 * which. Decided ones stand newest first. The page begins after the last row seen, and the count stops at COUNT_CAP + 1
 * (performance P8). Throws VALIDATION_ERROR for a cursor that is not ours.
 */
export async function queuePage(
  db: Db,
  { q, ...filters }: QueueFilters,
  { limit, cursor, ...wanted }: Paging & QueueOrder,
  asking: Asking & { withErased?: boolean },
): Promise<QueuePage> {
  const values: unknown[] = []
  const value = (one: unknown) => `$${values.push(one)}`
  const conditions = queueConditions(filters, asking, value)
  const people = q
    ? await findPeople(db, { q, withErased: asking.withErased ?? false }, MOST_PEOPLE)
    : undefined
  if (people) conditions.push(isOfThese(people, value))
  const count = await counted(db, conditions, values)
  const heldValues: unknown[] = []
  const held = queueConditions({ email: 'unconfirmed' }, asking, (one) => `$${heldValues.push(one)}`)
  const unconfirmed = await counted(db, held, heldValues)

  const { key, order } = orderOf(filters, wanted)
  const after = order === 'asc' ? '>' : '<'
  const place = cursor === undefined ? undefined : readCursor(cursor, isStoredMoment)
  if (place)
    conditions.push(`(${key}, c.id) ${after} (${value(place.key)}::timestamptz, ${value(place.id)}::bigint)`)
  const { rows } = await db.$client.query<Row>(
    `select c.id, c.user_id, c.kind, c.state, c.round, c.submitted_at, c.due_at, c.confirm_by, c.claimed_by, c.claimed_at, c.assigned_to, c.approval,
       case when c.kind = 'business'${asking.withErased ? '' : NOT_ERASED} then b.legal_name else u.name end as name,
       coalesce(u.email, u.auth0_email) as email, coalesce(u.user_type, u.pending_user_type) as user_type, ${key}::text as sort_key
     from cases c join users u on u.id = c.user_id left join business_profiles b on b.user_id = c.user_id
     where ${conditions.join(' and ')} order by ${key} ${order}, c.id ${order} limit ${value(limit + 1)}`,
    values,
  )
  const { page, nextCursor } = pageOf(rows, limit, sortPlace)
  return {
    cases: await presented(db, page, asking),
    count: Math.min(count, COUNT_CAP),
    countIsCapped: count > COUNT_CAP,
    isNear: people?.isNear === true && count > 0,
    unconfirmed: Math.min(unconfirmed, COUNT_CAP),
    nextCursor,
  }
}

function isOfThese(people: FoundPeople, value: Value): string {
  if (people.kind === 'many') return people.isAmong('c.user_id', value)
  return `c.user_id = any(${value(people.ids)}::bigint[])`
}

async function counted(db: Db, conditions: readonly string[], values: readonly unknown[]): Promise<number> {
  const { rows } = await db.$client.query<{ n: number }>(
    `select count(*)::int as n from (select 1 from cases c join users u on u.id = c.user_id
      where ${conditions.join(' and ')} limit ${COUNT_CAP + 1}) capped`,
    [...values],
  )
  return rows[0]?.n ?? 0
}

/** The sort key of a list and its direction: its own, unless another is wanted. Each has an index. */
function orderOf(filters: QueueFilters, { sort, order }: QueueOrder): { key: string; order: 'asc' | 'desc' } {
  if (sort === 'submitted' || isHeldList(filters)) return { key: 'c.submitted_at', order: order ?? 'asc' }
  if (isOpenList(filters)) return { key: 'c.due_at', order: order ?? 'asc' }
  if (isConfirmationList(filters)) return { key: 'c.confirm_by', order: order ?? 'asc' }
  return { key: 'c.updated_at', order: order ?? 'desc' }
}

interface Row {
  id: string
  user_id: string
  kind: string
  state: string
  round: number
  submitted_at: Date | null
  due_at: Date | null
  confirm_by: Date | null
  claimed_by: string | null
  claimed_at: Date | null
  assigned_to: string | null
  approval: ApprovalBasis | null
  name: string | null
  email: string | null
  user_type: string | null
  sort_key: string
}

async function presented(db: Db, rows: readonly Row[], { reviewerId, now }: Asking): Promise<QueueRow[]> {
  const owned = rows.map((row) => ({ row, record: ownedRecord(row) }))
  const owners = owned.flatMap(({ record }) => ownerId(record, now) ?? [])
  const names = await namesOf(db, [...new Set(owners)])
  const nameOf = (id: number) => names.get(id) ?? unnamed(id)
  const worked = await workingTimes(
    db,
    rows.map(({ id }) => Number(id)),
    now,
  )
  return owned.map(({ row, record }) => {
    const state = QueueState.parse(row.state)
    const timing = reviewTiming({ state, dueAt: row.due_at }, now)
    return {
      id: Number(row.id),
      userId: Number(row.user_id),
      kind: CaseKind.parse(row.kind),
      name: row.name,
      email: row.email,
      user_type: row.user_type,
      state,
      round: row.round,
      submittedAt: row.submitted_at?.toISOString() ?? null,
      dueAt: row.due_at?.toISOString() ?? null,
      dueState: timing.kind === 'not_running' ? null : timing.kind,
      confirmBy: row.confirm_by?.toISOString() ?? null,
      workingMs: worked.get(Number(row.id)) ?? null,
      owner: presentOwner(record, { nameOf, viewerId: reviewerId, now }),
      approval: row.approval,
      isOwn: Number(row.user_id) === reviewerId,
    }
  })
}

function ownedRecord({ claimed_by, claimed_at, assigned_to }: Row) {
  return {
    claim: claimed_by !== null && claimed_at ? { by: claimed_by, at: claimed_at } : null,
    assignee: assigned_to,
  }
}
