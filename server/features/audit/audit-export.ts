import { Readable } from 'node:stream'
import type { AuditEvent, AuditFilters } from '#contract/audit/admin-audit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { CSV_START, csvLine } from '#server/platform/http/send-file.ts'
import type { Services } from '#server/services.ts'
import { type AuditPlace, type AuditRow, eventsByLane, findEvents, presentEvents } from './audit-search.ts'

type Reading = Required<Pick<AuditPlace, 'readerId' | 'withErased' | 'until'>>

const PAGE_ROWS = 1000
/** What stands for an event that is withheld from the reader. */
const WITHHELD = { type: 'withheld' }
const HEAD = [
  ...['Id', 'Time', 'Type', 'Event', 'Actor kind', 'Actor id', 'Actor', 'Person id', 'Person', 'Case'],
  ...['Subject', 'Before', 'After', 'Reasons', 'Note', 'Address', 'Request'],
  ...['Lane', 'Sequence', 'Previous hash', 'Hash'],
]

/**
 * The events that the reader may see, read page by page while they are sent, so that memory doesn't grow with the
 * log: the whole log in the order of its chain, so that the file can be verified from its first line to its last
 * without the database; with a filter the matching events up to `until`, oldest first. What is withheld from the
 * reader has its place in the chain alone, unless a filter would say by that what it is; a filtered file has gaps
 * anyway.
 */
export function auditFile(
  services: Services,
  filters: AuditFilters,
  format: 'csv' | 'ndjson',
  reading: Reading,
): Readable {
  return Readable.from(
    format === 'csv' ? csvLines(services, filters, reading) : jsonLines(services, filters, reading),
  )
}

async function* csvLines(
  services: Services,
  filters: AuditFilters,
  reading: Reading,
): AsyncGenerator<string> {
  yield CSV_START + csvLine(HEAD)
  for await (const page of pagesOf(services, filters, reading))
    yield page
      .map(([event, row]) => csvLine(row.isWithheld ? withheldCells(row) : cellsOf(event, row)))
      .join('')
}

async function* jsonLines(
  services: Services,
  filters: AuditFilters,
  reading: Reading,
): AsyncGenerator<string> {
  for await (const page of pagesOf(services, filters, reading))
    yield page
      .map(([event, row]) => JSON.stringify({ ...(row.isWithheld ? WITHHELD : event), ...placeOf(row) }))
      .map((line) => `${line}\n`)
      .join('')
}

async function* pagesOf(
  { database: { db } }: Services,
  filters: AuditFilters,
  reading: Reading,
): AsyncGenerator<[AuditEvent, AuditRow][]> {
  const isWhole = Object.values(filters).every((filter) => filter === undefined)
  const pages = isWhole ? eventsByLane(db, { ...reading, limit: PAGE_ROWS }) : matching(db, filters, reading)
  for await (const rows of pages) {
    const events = await presentEvents(db, rows)
    yield events.flatMap((event, index) => {
      const row = rows[index]
      return row ? [[event, row] satisfies [AuditEvent, AuditRow]] : []
    })
  }
}

async function* matching(db: Db, filters: AuditFilters, reading: Reading): AsyncGenerator<AuditRow[]> {
  const { type, person, actor, reads } = filters
  const withWithheld = !type && !person && !actor && !reads
  let cursor: string | undefined
  do {
    const place = { order: 'asc', limit: PAGE_ROWS, cursor, withWithheld, ...reading } as const
    const { rows, nextCursor } = await findEvents(db, filters, place)
    yield rows
    cursor = nextCursor ?? undefined
  } while (cursor)
}

function placeOf(row: AuditRow) {
  return {
    lane: row.lane,
    seq: Number(row.seq),
    prev_hash: row.prev_hash.toString('hex'),
    hash: row.hash.toString('hex'),
  }
}

function withheldCells(row: AuditRow): string[] {
  const { lane, seq, prev_hash, hash } = placeOf(row)
  const place = [String(lane), String(seq), prev_hash, hash]
  const content = HEAD.slice(0, -place.length).map((name) => (name === 'Type' ? WITHHELD.type : ''))
  return [...content, ...place]
}

function cellsOf(event: AuditEvent, row: AuditRow): string[] {
  const { actor, person } = event
  const place = placeOf(row)
  return [
    ...[String(event.id), event.at, event.type, event.title],
    ...[actor.kind, text(actor.id), actor.name, text(person?.id), text(person?.name), text(event.case_id)],
    ...[
      text(event.subject),
      json(event.before),
      json(event.after),
      event.reasons.join(' '),
      text(event.note),
    ],
    ...[text(event.ip), text(event.request_id)],
    ...[String(place.lane), String(place.seq), place.prev_hash, place.hash],
  ]
}

function text(value: string | number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}

function json(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value)
}
