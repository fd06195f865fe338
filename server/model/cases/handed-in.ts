import type { HeldDocument } from '#domain/cases/document-requirements.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'
import { selectHandedIn } from './cases.sql.ts'
import type { StoredCase } from './cases.ts'
import { heldDocuments } from './documents.ts'

/**
 * Documents of a case for the rules of its approval. One that was accepted keeps the day it was first handed in, so that
 * it does not grow too old while another is asked for again.
 */
export async function handedInDocuments(
  db: Db,
  { id, record }: StoredCase,
  rows: readonly DocumentRow[],
): Promise<HeldDocument[]> {
  const accepted = rows.filter(({ slot }) => record.items.some((item) => item.key === slot && item.isFinal))
  if (accepted.length === 0) return heldDocuments(rows)
  const { rows: found } = await selectHandedIn(db, [id, accepted.map((row) => row.id)])
  const firsts = new Map(found.map(({ document, at }) => [document, at]))
  return rows.flatMap((row) =>
    heldDocuments([row]).map((document) => ({ ...document, handedInAt: firsts.get(row.id) })),
  )
}
