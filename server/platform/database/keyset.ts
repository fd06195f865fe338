import { AppError } from '#server/platform/http/app-error.ts'
import type { Bind } from './statement.ts'

/** A place in a list: the sort key and the id of the last row seen. */
export interface KeysetPlace {
  key: string
  id: string
  /** Which list it is in, once it has left the server. */
  list?: string
}

/** How much of a list is asked for, and after which place; from its beginning without one. */
export interface Paging {
  limit: number
  cursor?: string
}

/** The page among rows of which one more was read than it holds, and the cursor of the page after it; null on the last. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  placeOf: (last: Row) => KeysetPlace,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: rows.length > limit && last ? writeCursor(placeOf(last)) : null }
}

/** The place of a row that was read with its sort key. */
export function sortPlace({ sort_key: key, id }: { sort_key: string; id: string }): KeysetPlace {
  return { key, id }
}

/** The order of a composed list: by a key, and by the id among equals. */
export interface ListOrder {
  key: string
  cast: 'timestamptz' | 'text'
  id: string
  order: 'asc' | 'desc'
}

/** The condition that a row of such a list comes after a place; every row does without one. */
export function isAfter(
  place: KeysetPlace | undefined,
  { key, cast, id, order }: ListOrder,
  value: Bind,
): string {
  if (!place) return 'true'
  return `(${key}, ${id}) ${order === 'asc' ? '>' : '<'} (${value(place.key)}::${cast}, ${value(place.id)}::bigint)`
}

/** The place as an opaque cursor; the page after it costs what the first does (performance P8). */
export function writeCursor({ key, id, list }: KeysetPlace): string {
  const place = list === undefined ? [key, id] : [key, id, list]
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** What a cursor says, true or not; undefined if it can't be read. */
export function readPlace(cursor: string): KeysetPlace | undefined {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Array.isArray(place)) return undefined
    const [key, id, list] = place as unknown[]
    if (typeof key !== 'string' || typeof id !== 'string') return undefined
    return typeof list === 'string' ? { key, id, list } : { key, id }
  } catch {
    return undefined
  }
}

/** The refusal of a cursor that isn't ours, or is another list's. */
export function lostPlace(): AppError {
  return new AppError(
    'VALIDATION_ERROR',
    'We can’t find this place in the list. Start from the first page.',
    {
      fields: { cursor: 'Not a place in this list' },
    },
  )
}

/** Reads a cursor whose parts are what the list expects. Throws VALIDATION_ERROR for one that is not ours. */
export function readCursor(
  cursor: string,
  isKey: (key: string) => boolean,
  isId: (id: string) => boolean = (id) => /^\d{1,15}$/.test(id),
): KeysetPlace {
  const place = readPlace(cursor)
  if (place && isKey(place.key) && isId(place.id)) return place
  throw lostPlace()
}

/** Whether a sort key is a moment as `Date` writes it. */
export function isMoment(key: string): boolean {
  const date = new Date(key)
  return !Number.isNaN(date.getTime()) && date.toISOString() === key
}

/** A moment as the database writes it, finer than a `Date` can hold. */
const STORED_MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/

/** Whether a sort key is a moment as the database writes it. */
export function isStoredMoment(key: string): boolean {
  return STORED_MOMENT.test(key) && !Number.isNaN(Date.parse(key.slice(0, 10)))
}

/** Whether a text can be a sort key: a database can keep it. */
export function isStorableKey(key: string): boolean {
  return !key.includes('\0') && key.isWellFormed()
}

/** A pattern for LIKE that finds the text itself: `%` and `_` of the searcher are no wildcards (security R30). */
export function contains(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}
