import { and, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AdminInvoiceRow } from '#contract/invoices/admin-invoices.ts'
import type { InvoiceFilter } from '#contract/invoices/invoice-values.ts'
import { isOverdue } from '#domain/invoices/invoice-dates.ts'
import { londonDate, londonMidnight } from '#domain/plain-date.ts'
import { isInvoiceId, presentInvoice } from '#server/model/invoices/invoice-view.ts'
import { clients, type InvoiceRow, invoices } from '#server/model/schema/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'
import { contains, isMoment, type Paging, pageOf, readCursor } from '#server/platform/database/keyset.ts'

export interface InvoiceSearch {
  status?: InvoiceFilter
  client?: number
  search?: string
}

export interface ListedInvoice {
  row: InvoiceRow
  clientName: string
}

/**
 * A page of all invoices, newest first, from the last one seen (performance P8). Throws VALIDATION_ERROR for a
 * cursor that isn't ours.
 */
export async function searchInvoices(
  db: Db,
  filters: InvoiceSearch,
  { limit, cursor, now }: Paging & { now: Date },
): Promise<{ found: ListedInvoice[]; nextCursor: string | null }> {
  const place = cursor ? readCursor(cursor, isMoment, isInvoiceId) : undefined
  const clientName = db.select({ name: clients.name }).from(clients).where(eq(clients.id, invoices.clientId))
  const rows = await db
    .select({ row: invoices, clientName: sql<string>`${clientName}` })
    .from(invoices)
    .where(and(...conditionsOf(db, filters, now), place && after(place)))
    .orderBy(desc(invoices.datedAt), desc(invoices.id))
    .limit(limit + 1)
  const { page, nextCursor } = pageOf(rows, limit, ({ row }) => ({
    key: row.datedAt.toISOString(),
    id: row.id,
  }))
  return { found: page, nextCursor }
}

/** An invoice for the staff list. */
export function presentRow(
  db: Db,
  { row, clientName }: ListedInvoice,
  { publicUrl, now }: { publicUrl: string; now: Date },
): AdminInvoiceRow {
  return {
    ...presentInvoice(db, row, publicUrl),
    client_id: row.clientId,
    client_name: clientName,
    total: row.total,
    due_on: row.dueOn,
    overdue: isOverdue(row, now),
  }
}

function after({ key, id }: { key: string; id: string }): SQL {
  return sql`(${invoices.datedAt}, ${invoices.id}) < (${key}::timestamptz, ${id})`
}

function conditionsOf(db: Db, { status, client, search }: InvoiceSearch, now: Date): (SQL | undefined)[] {
  const byStatus =
    status === 'overdue'
      ? and(sql`${invoices.status} = 'open'`, lt(invoices.dueAt, londonMidnight(londonDate(now))))
      : status && eq(invoices.status, status)
  const pattern = search && contains(search)
  return [
    byStatus,
    client === undefined ? undefined : eq(invoices.clientId, client),
    pattern
      ? or(
          sql`lower(${invoices.number}) like ${pattern}`,
          inArray(
            invoices.clientId,
            db.select({ id: clients.id }).from(clients).where(sql`lower(${clients.name}) like ${pattern}`),
          ),
        )
      : undefined,
  ]
}
