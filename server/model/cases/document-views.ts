import { and, eq, inArray } from 'drizzle-orm'
import { type DocumentRow, documentViews } from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Which of these documents a member of staff was shown at reading size, by id; a replaced file is another document. */
export async function documentsSeenBy(
  db: Db,
  viewerId: number,
  rows: readonly Pick<DocumentRow, 'id'>[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  const ids = rows.map(({ id }) => id)
  const seen = await db
    .selectDistinct({ id: documentViews.documentId })
    .from(documentViews)
    .where(and(eq(documentViews.viewerId, viewerId), inArray(documentViews.documentId, ids)))
  return new Set(seen.map(({ id }) => id))
}
