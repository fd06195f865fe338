import type { AuditEvent, AuditFilters } from '#contract/audit/admin-audit.ts'
import { addDays, londonMidnight, type PlainDate } from '#domain/plain-date.ts'
import { eventTitle, peopleInTitle } from '#server/model/audit/event-titles.ts'
import type { EventType } from '#server/model/audit/event-type.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import { findPeople } from '#server/model/people/search-terms.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  isAfter,
  isStoredMoment,
  type Paging,
  pageOf,
  readCursor,
  sortPlace,
} from '#server/platform/database/keyset.ts'
import { type Bind, bindings, composed, type Row } from '#server/platform/database/statement.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import {
  AUDIT_COLUMNS,
  EVENT,
  isWithheldFrom,
  MICROS,
  MOST,
  selectAuditorTimes,
  selectEventsOfLane,
  selectEventTypes,
  selectIdsByEmail,
  selectLaneEnds,
  selectMonths,
} from './activity.sql.ts'

const FOUND = { ...EVENT, sort_key: 'text', micros: 'int8' } as const

type FoundRow = Row<typeof FOUND>
/** An event as shown in the log and proven in its export. */
export type AuditRow = Row<typeof EVENT>

export interface AuditPlace extends Paging {
  /**
   * The reader; what others did about them is left out, because some of it must not be revealed to them (law §3.4).
   */
  readerId: number
  /** Whether what is left out is given all the same, marked, so that its place in the chain can be told. */
  withWithheld?: boolean
  /** Whether a search text also finds erased accounts. */
  withErased: boolean
  order: 'asc' | 'desc'
  /** Later events are left out, so that a file has an end. */
  until?: Date
}

/** Matching events by time. Throws VALIDATION_ERROR for a cursor that isn't ours. */
export async function findEvents(
  db: Db,
  filters: AuditFilters,
  { readerId, withWithheld, withErased, order, limit, cursor, until }: AuditPlace,
): Promise<{ rows: AuditRow[]; nextCursor: string | null }> {
  const { values, value } = bindings()
  const reader = value(readerId)
  const idsOf = (field: string, words: string) => idsOfPerson(db, words, { field, withErased })
  const isWithheld = isWithheldFrom(reader)
  const where = withWithheld ? [] : [`not ${isWithheld}`]
  if (filters.type) where.push(`type = any(${value(await typesOf(db, filters.type))})`)
  if (filters.reads === 'hidden') where.push(await isNoAuditorsRead(db, value))
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
  where.push(isAfter(place, { key: 'at', cast: 'timestamptz', id: 'id', order }, value))
  where.push(`id >= ${value(0)} and id < ${value(0)}`)
  const range = values.length - 2
  const text = `select ${AUDIT_COLUMNS}, ${isWithheld} as "isWithheld", at::text as sort_key, ${MICROS} as micros
     from events where ${where.join(' and ')} order by at ${order}, id ${order} limit ${value(limit + 1)}`
  const found: FoundRow[] = []
  // Month by month: in a single query the database would read through every month without a match.
  for (const { firstId, endId, micros } of await monthsOf(db, order)) {
    const furthest = found[limit]
    if (furthest && (order === 'asc' ? +furthest.micros < +micros : +furthest.micros > +micros)) break
    values.splice(range, 2, firstId, endId)
    found.push(...(await composed(db, { text, values, gives: FOUND })).rows)
    const sign = order === 'asc' ? 1 : -1
    found.sort((a, b) => sign * (+a.micros - +b.micros || +a.id - +b.id))
  }
  const { page, nextCursor } = pageOf(found.slice(0, limit + 1), limit, sortPlace)
  return { rows: page, nextCursor }
}

/**
 * The whole log, page by page: lane by lane in the order of its chain, each up to the end that it has now. What is
 * withheld from the reader is marked.
 */
export async function* eventsByLane(
  db: Db,
  { readerId, limit }: Pick<AuditPlace, 'readerId' | 'limit'>,
): AsyncGenerator<AuditRow[]> {
  const { rows: ends } = await selectLaneEnds(db)
  for (const { lane, seq: end } of ends) {
    let last: AuditRow | undefined
    do {
      const { rows } = await selectEventsOfLane(db, [readerId, lane, last?.seq ?? 0, end, limit])
      yield rows
      last = rows.length < limit ? undefined : rows.at(-1)
    } while (last)
  }
}

/** The events by which staff only read; an export or a check of the log is an act. */
const READS: Readonly<
  Record<
    | Extract<EventType, `admin.${string}` | `${string}.viewed`>
    | 'document.fetched'
    | 'document.downloaded'
    | 'document.reason_given'
    | 'screening.report_downloaded',
    true
  >
> = {
  'admin.read': true,
  'admin.user_viewed': true,
  'admin.users_searched': true,
  'admin.queue_viewed': true,
  'admin.search_viewed': true,
  'admin.activity_viewed': true,
  'admin.invitations_viewed': true,
  'admin.requests_viewed': true,
  'admin.bounces_viewed': true,
  'admin.audit_viewed': true,
  'admin.clients_viewed': true,
  'admin.client_viewed': true,
  'admin.invoices_viewed': true,
  'admin.invoice_viewed': true,
  'case.viewed': true,
  'consent.viewed': true,
  'document.fetched': true,
  'document.viewed': true,
  'document.downloaded': true,
  'document.reason_given': true,
  'screening.viewed': true,
  'screening.report_downloaded': true,
}

/** The condition that leaves out what someone read while they were an auditor. */
async function isNoAuditorsRead(db: Db, value: Bind): Promise<string> {
  const { rows } = await selectAuditorTimes(db)
  const ids = value(rows.map(({ id }) => id))
  const since = value(rows.map((row) => row.since))
  const until = value(rows.map((row) => row.until))
  return `not (actor_kind = 'staff' and type = any(${value(Object.keys(READS))}) and exists (
    select from unnest(${ids}::bigint[], ${since}::timestamptz[], ${until}::timestamptz[]) as auditor(person, since, until)
    where person = actor_id and at >= since and at < until))`
}

/** The ledger's months with events, in the order of a list by time, with where each begins. */
async function monthsOf(db: Db, order: 'asc' | 'desc') {
  const { rows } = await selectMonths[order](db)
  return rows
}

/** The existing event types, with one index look-up each, however many events there are. */
export async function eventTypes(db: Db): Promise<string[]> {
  const { rows } = await selectEventTypes(db)
  return rows.map(({ type }) => type)
}

/** One type, or, given only the part before the dot, all types that begin with it. */
async function typesOf(db: Db, type: string): Promise<string[]> {
  if (type.includes('.')) return [type]
  return (await eventTypes(db)).filter((eventType) => eventType.startsWith(`${type}.`))
}

/** Clamps a day to a range outside which there are no events, and which every calendar can handle. */
function reasonable(day: string): PlainDate {
  const [first, last] = ['2000-01-01', '2999-12-31']
  return (day < first ? first : day > last ? last : day) as PlainDate
}

/** Events with the current names of those who acted and of those concerned. */
export async function presentEvents(db: Db, rows: readonly AuditRow[]): Promise<AuditEvent[]> {
  const ids = rows
    .flatMap((row) => [row.actor_id, row.user_id, ...peopleInTitle(row)])
    .filter((id) => id !== null)
  const names = await namesOf(db, [...new Set(ids.map(Number))])
  const nameOf = (id: number) => names.get(id) ?? unnamed(id)
  return rows.map((row) => {
    const [actorId, userId] = [row.actor_id, row.user_id].map((id) => (id === null ? null : Number(id)))
    return {
      id: Number(row.id),
      at: row.at.toISOString(),
      type: row.type,
      title: eventTitle(row, names),
      actor: {
        kind: row.actor_kind,
        id: actorId ?? null,
        name: actorId ? nameOf(actorId) : row.actor_kind === 'system' ? 'System' : 'Signed out',
      },
      person: userId ? { id: userId, name: nameOf(userId) } : null,
      case_id: row.case_id === null ? null : Number(row.case_id),
      subject: row.subject,
      before: row.before,
      after: row.after,
      reasons: row.reasons ?? [],
      note: row.note,
      ip: row.ip,
      request_id: row.request_id,
    }
  })
}

/**
 * The accounts that match an account number, a whole email address (either of theirs) or the words of a name;
 * empty if none does. Addresses and numbers must match exactly. Throws VALIDATION_ERROR at `field` for words
 * that too many people match.
 */
async function idsOfPerson(
  db: Db,
  words: string,
  { field, withErased }: { field: string; withErased: boolean },
): Promise<number[]> {
  if (/^\d{1,15}$/.test(words)) return [Number(words)]
  const { rows } = await selectIdsByEmail(db, [words])
  if (rows.length || words.includes('@')) return rows.map(({ id }) => Number(id))
  const found = await findPeople(db, { q: words, withErased, mayReadInvoices: true }, MOST)
  if (found.kind === 'few') return found.ids
  const problem = `More than ${MOST} people match. Type more of the name, or a whole email address.`
  throw new AppError('VALIDATION_ERROR', problem, { fields: { [field]: problem } })
}
