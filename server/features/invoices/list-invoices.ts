import { and, desc, eq, sql } from 'drizzle-orm'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { isInvoiceId, presentInvoice } from '#server/model/invoices/invoice-view.ts'
import { invoices } from '#server/model/schema/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isMoment, type Paging, pageOf, readCursor } from '#server/platform/database/keyset.ts'

/**
 * A page of a client's issued invoices, newest first, from the last one seen: the first page costs the same
 * however many follow (performance P8). Throws VALIDATION_ERROR for a cursor that isn't ours.
 */
export async function listInvoices(
  db: Db,
  clientId: number,
  publicUrl: string,
  { limit, cursor }: Paging,
): Promise<{ invoices: Invoice[]; nextCursor: string | null }> {
  const place = cursor ? readCursor(cursor, isMoment, isInvoiceId) : undefined
  const rows = await db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.clientId, clientId),
        // A draft concerns staff alone.
        sql`${invoices.status} <> 'draft'`,
        place && sql`(${invoices.datedAt}, ${invoices.id}) < (${place.key}::timestamptz, ${place.id})`,
      ),
    )
    .orderBy(desc(invoices.datedAt), desc(invoices.id))
    .limit(limit + 1)
  const { page, nextCursor } = pageOf(rows, limit, (last) => ({
    key: last.datedAt.toISOString(),
    id: last.id,
  }))
  return { invoices: page.map((row) => presentInvoice(db, row, publicUrl)), nextCursor }
}
