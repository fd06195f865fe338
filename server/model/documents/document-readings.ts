import { eq } from 'drizzle-orm'
import { documentReadings, type FoundReading } from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openJson, sealerFor } from '#server/platform/fields/stored-values.ts'

type Row = typeof documentReadings.$inferSelect

/** A reading as it is in the clear. */
export interface StoredReading extends Pick<Row, 'documentId' | 'state' | 'reader' | 'look' | 'readAt'> {
  found: FoundReading
}

const foundPlace = (documentId: string): FieldPlace => ['document_readings', 'found', documentId]
/** Bound to its column alone, so that equal numbers are found. */
export const NUMBER_PLACE: FieldPlace = ['document_readings', 'number', '']

/** Keeps what was read; what an earlier reader has found gives way. */
export async function storeReading(tx: Db, reading: StoredReading): Promise<void> {
  const seal = await sealerFor(tx)
  const { found, ...row } = reading
  const number = found.values.find(({ field }) => field === 'number')?.value
  const values = {
    ...row,
    found: seal.json(found, foundPlace(row.documentId)),
    number: number ? seal.alike(number, NUMBER_PLACE) : null,
  }
  await tx
    .insert(documentReadings)
    .values(values)
    .onConflictDoUpdate({ target: documentReadings.documentId, set: values })
}

/** What was read from a document; undefined before it was. */
export async function findReading(db: Db, documentId: string): Promise<StoredReading | undefined> {
  const [row] = await db.select().from(documentReadings).where(eq(documentReadings.documentId, documentId))
  return row && { ...row, found: openJson(db, row.found, foundPlace(documentId)) }
}

/** Makes a row of an export readable. */
export function openReading(db: Db, row: Record<string, unknown>): Record<string, unknown> {
  return { ...row, found: openJson(db, row.found as Row['found'], foundPlace(String(row.document_id))) }
}
