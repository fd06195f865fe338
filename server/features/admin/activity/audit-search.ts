import type { AuditFilters } from '#contract/admin-audit.ts'
import { addDays, londonMidnight, type PlainDate } from '#domain/plain-date.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  isStoredMoment,
  type Paging,
  pageOf,
  readCursor,
  sortPlace,
} from '#server/platform/database/keyset.ts'
import { idsOfPerson } from './ids-of-person.ts'

/** An event as the log shows it and as its export proves it. */
export interface AuditRow {
  id: string
  at: Date
  type: string
  actor_kind: 'user' | 'staff' | 'system'
  actor_id: string | null
  user_id: string | null
  case_id: string | null
  subject: string | null
  before: unknown
  after: unknown
  reasons: string[] | null
  note: string | null
  ip: string | null
  request_id: string | null
  lane: number
  seq: string
  prev_hash: Buffer
  hash: Buffer
}

export interface AuditPlace extends Paging {
  /** Who reads; what others did about them is left out, for it may be what no one may tell them (law §3.2). */
  readerId: number
  /** Whether words also name people whose account was erased. */
  withErased: boolean
  order: 'asc' | 'desc'
  /** Events after it are left out, so that a file has an end. */
  until?: Date
}

/** Events that match, by time. Throws VALIDATION_ERROR for a cursor that is not ours. */
export async function findEvents(
  db: Db,
  filters: AuditFilters,
  { readerId, withErased, order, limit, cursor, until }: AuditPlace,
): Promise<{ rows: AuditRow[]; nextCursor: string | null }> {
  const values: unknown[] = []
  const value = (one: unknown) => `$${values.push(one)}`
  const reader = value(readerId)
  const idsOf = (field: string, words: string) => idsOfPerson(db, words, { field, withErased })
  const where = [`(user_id is distinct from ${reader} or actor_id = ${reader})`]
  if (filters.type) where.push(`type = any(${value(await typesOf(db, filters.type))})`)
  if (filters.person) where.push(`user_id = any(${value(await idsOf('person', filters.person))})`)
  if (filters.actor) {
    const ids = value(await idsOf('actor', filters.actor))
    // Each half has an index of its own.
    where.push(
      `((actor_id = any(${ids}) and actor_id is distinct from user_id) or (user_id = any(${ids}) and actor_id = user_id))`,
    )
  }
  if (filters.from) where.push(`at >= ${value(londonMidnight(reasonable(filters.from)))}`)
  if (filters.to) where.push(`at < ${value(londonMidnight(addDays(reasonable(filters.to), 1)))}`)
  if (until) where.push(`at <= ${value(until)}`)
  const place = cursor ? readCursor(cursor, isStoredMoment) : undefined
  if (place)
    where.push(
      `(at, id) ${order === 'asc' ? '>' : '<'} (${value(place.key)}::timestamptz, ${value(place.id)}::bigint)`,
    )
  where.push(`id >= ${value(0)} and id < ${value(0)}`)
  const range = values.length - 2
  const text = `select id, at, type, actor_kind, actor_id, user_id, case_id, subject, before, after, reasons, note, ip, request_id,
       lane, seq, prev_hash, hash, at::text as sort_key, ${MICROS} as micros
     from events where ${where.join(' and ')} order by at ${order}, id ${order} limit ${value(limit + 1)}`
  const found: FoundRow[] = []
  // Month by month: asked for all at once, the database would read through each that has none of what is looked for.
  for (const { firstId, endId, micros } of await monthsOf(db, order)) {
    const furthest = found[limit]
    if (furthest && (order === 'asc' ? +furthest.micros < +micros : +furthest.micros > +micros)) break
    values.splice(range, 2, firstId, endId)
    found.push(...(await db.$client.query<FoundRow>(text, values)).rows)
    const sign = order === 'asc' ? 1 : -1
    found.sort((a, b) => sign * (+a.micros - +b.micros || +a.id - +b.id))
  }
  const { page, nextCursor } = pageOf(found.slice(0, limit + 1), limit, sortPlace)
  return { rows: page, nextCursor }
}

type FoundRow = AuditRow & { sort_key: string; micros: string }
/** A moment as finely as it is stored, and safely a number. */
const MICROS = '(extract(epoch from at) * 1000000)::bigint'

/** The months of the ledger that have events, in the order in which a list by time comes to them, with where each begins in it. */
async function monthsOf(
  db: Db,
  order: 'asc' | 'desc',
): Promise<{ firstId: string; endId: string; micros: string }[]> {
  const { rows } = await db.$client.query<{ firstId: string; endId: string; micros: string }>(
    `select m.first_id as "firstId", m.end_id as "endId", ${MICROS} as micros
     from events_months() m cross join lateral (
       select e.at from events e where e.id >= m.first_id and e.id < m.end_id order by e.at ${order} limit 1) edge
     order by at ${order}`,
  )
  return rows
}

/** The types of event there are; one look at the index for each, however many events there are. */
export async function eventTypes(db: Db): Promise<string[]> {
  const { rows } = await db.$client.query<{ type: string }>(
    `with recursive found as (
       (select type from events order by type limit 1)
       union all
       select (select e.type from events e where e.type > found.type order by e.type limit 1)
       from found where found.type is not null
     ) select type from found where type is not null`,
  )
  return rows.map(({ type }) => type)
}

/** One type, or with the part before the dot alone every type that begins so. */
async function typesOf(db: Db, type: string): Promise<string[]> {
  if (type.includes('.')) return [type]
  return (await eventTypes(db)).filter((one) => one.startsWith(`${type}.`))
}

/** Days outside of these hold no event, and not every calendar could reckon with them. */
function reasonable(day: string): PlainDate {
  const [first, last] = ['2000-01-01', '2999-12-31']
  return (day < first ? first : day > last ? last : day) as PlainDate
}
