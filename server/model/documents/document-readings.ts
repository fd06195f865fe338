import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { READING_REASON_MINUTES } from '#contract/documents/reading-reasons.ts'
import type { Case } from '#domain/cases/case.ts'
import { caseOwner, isAtHand } from '#domain/cases/case-claims.ts'
import {
  documentReadings,
  documents,
  type FoundReading,
  type StoredLikeness,
} from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openJson, sealerFor } from '#server/platform/fields/stored-values.ts'
import { selectReason } from './documents.sql.ts'

type Row = typeof documentReadings.$inferSelect

/** A reading as it is in the clear. */
export interface StoredReading extends Pick<Row, 'documentId' | 'state' | 'reader' | 'look' | 'readAt'> {
  found: FoundReading
  /** Of a selfie that was compared; it comes and goes without the rest. */
  likeness?: StoredLikeness | null
}

const foundPlace = (documentId: string): FieldPlace => ['document_readings', 'found', documentId]
const likenessPlace = (documentId: string): FieldPlace => ['document_readings', 'likeness', documentId]
/** Bound to its column alone, so that equal numbers are found. */
export const NUMBER_PLACE: FieldPlace = ['document_readings', 'number', '']

/** Keeps what was read; what an earlier reader has found gives way. */
export async function storeReading(tx: Db, reading: Omit<StoredReading, 'likeness'>): Promise<void> {
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
  return (
    row && {
      ...row,
      found: openJson(db, row.found, foundPlace(documentId)),
      likeness: row.likeness && openJson(db, row.likeness, likenessPlace(documentId)),
    }
  )
}

/** Keeps how alike the face of a selfie and a portrait are. */
export async function storeLikeness(tx: Db, documentId: string, likeness: StoredLikeness): Promise<void> {
  const seal = await sealerFor(tx)
  await tx
    .update(documentReadings)
    .set({ likeness: seal.json(likeness, likenessPlace(documentId)) })
    .where(eq(documentReadings.documentId, documentId))
}

/** Deletes what a machine found of how alike a person’s faces are, of former selfies as well; answers how many that was. */
export async function deleteLikenesses(tx: Db, userId: number): Promise<number> {
  const own = tx.select({ id: documents.id }).from(documents).where(eq(documents.userId, userId))
  const { rowCount } = await tx
    .update(documentReadings)
    .set({ likeness: null })
    .where(and(inArray(documentReadings.documentId, own), isNotNull(documentReadings.likeness)))
  return rowCount ?? 0
}

/** Makes a row of an export readable. */
export function openReading(db: Db, row: Record<string, unknown>): Record<string, unknown> {
  const id = String(row.document_id)
  return {
    ...row,
    found: openJson(db, row.found as Row['found'], foundPlace(id)),
    likeness: row.likeness && openJson(db, row.likeness as NonNullable<Row['likeness']>, likenessPlace(id)),
  }
}

/** Why someone may open a person's documents: the case they have at hand, or a reason that they gave (security R11). */
export type ReadingBasis =
  | { kind: 'case'; until: Date | null }
  | { kind: 'reason'; reason: string; until: Date }

/** What lets a reader open the documents of a person now; undefined where they have to claim the case or give a reason first. */
export async function readingBasis(
  db: Db,
  {
    readerId,
    userId,
    current,
    now,
  }: { readerId: number; userId: number; current: Case | undefined; now: Date },
): Promise<ReadingBasis | undefined> {
  if (current && isAtHand(current, readerId, now))
    return { kind: 'case', until: caseOwner(current, now)?.until ?? null }
  const { rows } = await selectReason(db, [userId, readerId])
  const [given] = rows
  const until = given && new Date(given.at.getTime() + READING_REASON_MINUTES * 60_000)
  return given && until && until > now ? { kind: 'reason', reason: given.note, until } : undefined
}
