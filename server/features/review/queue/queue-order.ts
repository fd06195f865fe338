import type { QueueSort } from '#contract/review/queue-filters.ts'
import type { QueueFilters } from '#contract/review/review-queue.ts'
import { OPEN_STATES, QUEUE_STATES } from '#contract/verification/case-states.ts'
import type { QueueState } from '#contract/verification/cases.ts'
import { isAfter, isStorableKey, isStoredMoment, type KeysetPlace } from '#server/platform/database/keyset.ts'
import type { Bind } from '#server/platform/database/statement.ts'
import {
  type Asking,
  holds,
  isConfirmationList,
  isHeldList,
  isOpenList,
  type Reader,
} from './queue-filter.ts'

/** The order chosen for the list, if it isn't the default. */
export interface QueueOrder {
  sort?: QueueSort
  order?: 'asc' | 'desc'
}

/** A sort key of cases, with what must be joined to `cases c` for it. */
export interface SortKey {
  key: string
  cast: 'timestamptz' | 'text'
  order: 'asc' | 'desc'
  joins: (value: Bind) => string
  isKey: (key: string) => boolean
}

/**
 * A list's sort key: the chosen one, or its default. Times have indexes. By name and reviewer the whole list is
 * sorted, so long ones are read with `orderedParts`; by status all are, with `stateParts`.
 */
export function sortKeyOf(filters: QueueFilters, { sort, order }: QueueOrder, asking: Reader): SortKey {
  switch (sort) {
    case 'name':
      return text(`coalesce(n.sort_name, ${lastOf(order)})`, order, () => names(asking))
    case 'state':
      return filters.state ? ownKey(filters, order) : withState(ownKey(filters))
    case 'reviewer':
      return text(`coalesce(${REVIEWER}, ${lastOf(order)})`, order, (value) => owners(asking, value))
    case 'submitted':
      return moment('c.submitted_at', order ?? 'asc')
    case 'promise':
    case undefined:
      return ownKey(filters, order)
    default:
      return sort satisfies never
  }
}

/** A list's default order: by deadline, or newest first. */
export function ownKey(filters: QueueFilters, order?: QueueOrder['order']): SortKey {
  if (isHeldList(filters)) return moment('c.submitted_at', order ?? 'asc')
  if (isOpenList(filters)) return moment('c.due_at', order ?? 'asc')
  if (isConfirmationList(filters)) return moment('c.confirm_by', order ?? 'asc')
  return moment('c.updated_at', order ?? 'desc')
}

/** The order of decided cases. */
export const NEWEST_FIRST = moment('c.updated_at', 'desc')

function moment(key: string, order: 'asc' | 'desc'): SortKey {
  return { key, cast: 'timestamptz', order, joins: () => '', isKey: isStoredMoment }
}

/** Within a status, cases stay in the list's default order, whichever way statuses are sorted. */
function withState({ key, order }: SortKey): SortKey {
  return {
    // Includes the status, so that a cursor says in which part to continue; as text it sorts like the times.
    key: `(c.state || ' ' || (${key} at time zone 'UTC') || '+00') collate "C"`,
    cast: 'text',
    order,
    joins: () => '',
    isKey: (text) => {
      const { state, moment } = statePlace(text)
      return state !== undefined && isStoredMoment(moment)
    },
  }
}

/** Splits a key of `withState` into its status and time. */
function statePlace(key: string): { state: QueueState | undefined; moment: string } {
  const end = key.indexOf(' ')
  return { state: QUEUE_STATES.find((state) => state === key.slice(0, end)), moment: key.slice(end + 1) }
}

function text(key: string, order: 'asc' | 'desc' = 'asc', joins: SortKey['joins'] = () => ''): SortKey {
  return { key, cast: 'text', order, joins, isKey: isStorableKey }
}

/** Replaces a missing name, so that it comes last in either sort order. */
export const lastOf = (order: QueueOrder['order']) => (order === 'desc' ? "''" : 'chr(1114111)')
const LAST = String.fromCodePoint(1114111)
/** Whether a key is that of a missing name. */
export const isLast = (key: string, order: QueueOrder['order']) => key === (order === 'desc' ? '' : LAST)

/** A reviewer `o`'s sort key: their name. */
export const REVIEWER = `search_fold(coalesce(nullif(o.name, ''), o.auth0_email, 'User ' || o.id)) collate "C"`

/**
 * The folded name of the person or company; an erased account's only for those who may read it, since its
 * position would reveal it.
 */
export function names({ withErased }: Reader): string {
  return `left join search_entries n on n.subject = c.user_id::text ${withErased ? '' : 'and not n.is_erased'}
    and n.kind = case c.kind when 'business' then 'company' else 'person' end`
}

/** A case's owner, by the same rule as `ownerOf`: a claim that holds precedes an assignment. */
function owners(asking: Asking, value: Bind): string {
  return `left join users o on o.id = case when ${holds(asking, value)} then c.claimed_by else c.assigned_to end`
}

interface Asked extends QueueOrder {
  filters: QueueFilters
  asking: Reader
  /** The cases `c` that it is of. */
  cases: (value: Bind) => string
  /** On `cases c` and `users u`. */
  conditions: (value: Bind) => string
  place: KeysetPlace | undefined
}

/** The next `most` rows of a part in order, with `id` and `sort_key`. */
export type Part = (value: Bind, most: string) => string

/**
 * A list by name or reviewer as consecutive parts, none of which sorts more than it shows: names are walked in
 * the order of their index, each reviewer's cases in that of theirs, and cases without a name or reviewer come
 * last. Undefined for other orders. Parts before `place` are left out.
 */
export function orderedParts(asked: Asked): Part[] | undefined {
  const parts =
    asked.sort === 'name'
      ? [named(asked), unnamed(asked)]
      : asked.sort === 'reviewer'
        ? [inHand(asked), inNoHand(asked)]
        : undefined
  return asked.place && isLast(asked.place.key, asked.order) ? parts?.slice(1) : parts
}

/** A list by status, one part for each: in the order in which a case passes through them, or reversed. */
export function stateParts({ filters, conditions, cases, order, place }: Asked): Part[] {
  const way: readonly QueueState[] = isOpenList(filters) ? OPEN_STATES : QUEUE_STATES
  const states = order === 'desc' ? way.toReversed() : way
  const { state: first, moment } = statePlace(place?.key ?? '')
  const own = ownKey(filters)
  return states.slice(Math.max(0, first ? states.indexOf(first) : 0)).map(
    (state): Part =>
      (value, most) => {
        const start = place && state === first ? { key: moment, id: place.id } : undefined
        const rest = isAfter(start, { ...own, id: 'c.id' }, value)
        return `select c.id, ${withState(own).key} as sort_key from ${cases(value)} join users u on u.id = c.user_id
          where c.state = '${state}' and ${conditions(value)} and ${rest}
          order by ${own.key} ${own.order}, c.id ${own.order} limit ${most}`
      },
  )
}

const wayOf = (order: QueueOrder['order']) =>
  order === 'desc' ? ({ order, after: '<' } as const) : ({ order: 'asc', after: '>' } as const)

/** A case of either kind has its name in a search entry of its own. */
function named({ asking, conditions, order, place }: Asked): Part {
  const way = wayOf(order)
  const ofKind = (entry: 'person' | 'company', value: Bind, most: string) => {
    const key = `coalesce(n.sort_name, ${lastOf(order)})`
    const from = place && `${value(place.key)}::text`
    // The first condition is for the index, the second for rows with the same name.
    const after = place
      ? `and ${key} ${way.after}= ${from} and (${key} ${way.after} ${from} or c.id ${way.after} ${value(place.id)}::bigint)`
      : ''
    return `(select c.id, ${key} as sort_key
      from search_entries n join users u on u.id = n.user_id
      join cases c on c.user_id = n.user_id and c.kind = '${entry === 'person' ? 'consumer' : 'business'}'
      where n.kind = '${entry}' and n.sort_name is not null ${asking.withErased ? '' : 'and not n.is_erased'}
        and ${conditions(value)} ${after}
      order by ${key} ${way.order}, c.id ${way.order} limit ${most})`
  }
  return (value, most) =>
    `select * from (${ofKind('person', value, most)} union all ${ofKind('company', value, most)}) entries
     order by sort_key ${way.order}, id ${way.order} limit ${most}`
}

function unnamed({ asking, conditions, order, place }: Asked): Part {
  const way = wayOf(order)
  return (value, most) =>
    `select c.id, ${lastOf(order)} as sort_key from cases c join users u on u.id = c.user_id ${names(asking)}
     where n.sort_name is null and ${conditions(value)} ${afterLast(way, place, value)}
     order by c.id ${way.order} limit ${most}`
}

/** Reviewers are few: reads each one's first cases of the page, by claim and by assignment. */
function inHand({ asking, conditions, order, place }: Asked): Part {
  const way = wayOf(order)
  return (value, most) => {
    const from = place && `${value(place.key)}::text`
    // For the reviewer with whom the page begins, the cases after the place; for the others, all.
    const start = place
      ? `and c.id ${way.after} case when r.name = ${from} then ${value(place.id)}::bigint else ${way.after === '>' ? 0 : BEHIND_ALL} end`
      : ''
    // As a range, because an equality would make PostgreSQL walk all cases by number and filter theirs.
    const of = (column: 'claimed_by' | 'assigned_to', isHeld: string) =>
      `(select c.id from cases c join users u on u.id = c.user_id
        where c.${column} between r.id and r.id and ${holds(asking, value)} ${isHeld} and ${conditions(value)} ${start}
        order by c.${column} ${way.order}, c.id ${way.order} limit ${most})`
    return `with recursive
      claiming as (${everyValue('claimed_by')}), assigned as (${everyValue('assigned_to')}),
      reviewers as materialized (
        select o.id, ${REVIEWER} as name from users o
        where o.id in (select id from claiming union select id from assigned))
      select c.id, r.name as sort_key from reviewers r cross join lateral (
        ${of('claimed_by', 'is true')} union all
        ${of('assigned_to', 'is not true')}) c
      ${place ? `where r.name ${way.after}= ${from}` : ''}
      order by r.name ${way.order}, c.id ${way.order} limit ${most}`
  }
}

const BEHIND_ALL = '9223372036854775807'

/** All distinct values of a column, with one index look-up each. */
function everyValue(column: 'claimed_by' | 'assigned_to'): string {
  const next = (after: string) =>
    `select ${column} as id from cases where ${column} is not null ${after} order by ${column} limit 1`
  const name = column === 'claimed_by' ? 'claiming' : 'assigned'
  return `(${next('')}) union all
    select (${next(`and ${column} > ${name}.id`)}) from ${name} where ${name}.id is not null`
}

/** In the order of the owners' index, in which unowned cases follow each other by number. */
function inNoHand({ asking, conditions, order, place }: Asked): Part {
  const way = wayOf(order)
  return (value, most) =>
    `select c.id, ${lastOf(order)} as sort_key from cases c join users u on u.id = c.user_id
     where c.assigned_to is null and ${holds(asking, value)} is not true and ${conditions(value)}
       ${afterLast(way, place, value)}
     order by c.assigned_to ${way.order}, c.id ${way.order} limit ${most}`
}

function afterLast(
  { order, after }: ReturnType<typeof wayOf>,
  place: KeysetPlace | undefined,
  value: Bind,
): string {
  return place && isLast(place.key, order) ? `and c.id ${after} ${value(place.id)}::bigint` : ''
}
