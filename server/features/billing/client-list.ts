import type { AdminClientRow } from '#contract/clients.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  contains,
  isStorableKey,
  type Paging,
  pageOf,
  readCursor,
  sortPlace,
} from '#server/platform/database/keyset.ts'

interface ClientSearch extends Paging {
  name?: string
}

interface Row {
  id: string
  name: string
  client_type: string
  people: number
  projects: number
  open_invoices: number
  created_at: Date
  sort_key: string
}

/** Clients by name, page by page. Throws VALIDATION_ERROR for a cursor that is not ours. */
export async function searchClients(
  db: Db,
  { name, limit, cursor }: ClientSearch,
): Promise<{ clients: AdminClientRow[]; nextCursor: string | null }> {
  const place = cursor ? readCursor(cursor, isStorableKey) : undefined
  const { rows } = await db.$client.query<Row>(
    `select c.id, c.name, c.client_type, c.created_at, lower(c.name) as sort_key,
       (select count(*)::int from client_users u where u.client_id = c.id) as people,
       (select count(*)::int from projects p where p.client_id = c.id) as projects,
       (select count(*)::int from invoices i where i.client_id = c.id and i.status = 'open') as open_invoices
     from clients c
     where ($1::text is null or lower(c.name) like $1) and ($2::text is null or lower(c.name) > $2)
     order by lower(c.name) limit $3`,
    [name ? contains(name) : null, place?.key ?? null, limit + 1],
  )
  const { page, nextCursor } = pageOf(rows, limit, sortPlace)
  return {
    clients: page.map((row) => ({ ...row, id: Number(row.id), created_at: row.created_at.toISOString() })),
    nextCursor,
  }
}
