import type { AdminClientRow } from '#contract/invoices/clients.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  contains,
  isStorableKey,
  type Paging,
  pageOf,
  readCursor,
  sortPlace,
} from '#server/platform/database/keyset.ts'
import { selectClients } from './billing.sql.ts'

interface ClientSearch extends Paging {
  name?: string
}

/** Clients by name, page by page. Throws VALIDATION_ERROR for a cursor that is not ours. */
export async function searchClients(
  db: Db,
  { name, limit, cursor }: ClientSearch,
): Promise<{ clients: AdminClientRow[]; nextCursor: string | null }> {
  const place = cursor ? readCursor(cursor, isStorableKey) : undefined
  const { rows } = await selectClients(db, [name ? contains(name) : null, place?.key ?? null, limit + 1])
  const { page, nextCursor } = pageOf(rows, limit, sortPlace)
  return {
    clients: page.map((row) => ({ ...row, id: Number(row.id), created_at: row.created_at.toISOString() })),
    nextCursor,
  }
}
