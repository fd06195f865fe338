import { createHash } from 'node:crypto'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { type KeysetPlace, lostPlace, readPlace, writeCursor } from '#server/platform/database/keyset.ts'

/** What a call says about which list it reads, in which order. */
export interface ListCall {
  params?: unknown
  query: object
}

/** Whether an endpoint answers a list page by page. */
export function isList({ query }: AnyEndpoint): boolean {
  return query !== undefined && 'shape' in query && Object.hasOwn(query.shape as object, 'cursor')
}

/**
 * A page of a list. Its cursor is good for this list, with these filters and this order: with others it would lead
 * somewhere in between. Throws VALIDATION_ERROR for a cursor of another list.
 */
export async function boundPage<Page>(
  endpoint: AnyEndpoint,
  call: ListCall,
  read: () => Promise<Page>,
): Promise<Page> {
  const { cursor } = call.query as { cursor?: string }
  if (cursor !== undefined && readPlace(cursor)?.list !== listOf(endpoint, call)) throw lostPlace()
  const page = await read()
  const next = (page as { nextCursor?: string | null }).nextCursor
  const place = next ? readPlace(next) : undefined
  return place ? { ...page, nextCursor: cursorIn(endpoint, call, place) } : page
}

/** The cursor of a place in a list. */
export function cursorIn(endpoint: AnyEndpoint, call: ListCall, { key, id }: KeysetPlace): string {
  return writeCursor({ key, id, list: listOf(endpoint, call) })
}

function listOf({ path }: AnyEndpoint, { params = {}, query }: ListCall): string {
  const asked = Object.entries(query)
    .filter(([name, value]) => name !== 'cursor' && name !== 'limit' && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const list = JSON.stringify([path, params, asked])
  return createHash('sha256').update(list).digest('base64url').slice(0, 11)
}
