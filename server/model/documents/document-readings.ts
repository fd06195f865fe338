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

/** A decrypted reading. */
export interface StoredReading extends Pick<Row, 'documentId' | 'state' | 'reader' | 'look' | 'readAt'> {
  found: FoundReading
  /** For a selfie that was compared; stored and deleted separately from the rest. */
  likeness?: StoredLikeness | null
}

const foundPlace = (documentId: string): FieldPlace => ['document_readings', 'found', documentId]
const likenessPlace = (documentId: string): FieldPlace => ['document_readings', 'likeness', documentId]
/** Bound to the column only, so that equal numbers can be found. */
export const NUMBER_PLACE: FieldPlace = ['document_readings', 'number', '']

/** Stores what was read, replacing an earlier reader's result. */
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

/** What was read from a document; undefined if it hasn't been read. */
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

/** Stores how similar the faces of a selfie and a portrait are. */
export async function storeLikeness(tx: Db, documentId: string, likeness: StoredLikeness): Promise<void> {
  const seal = await sealerFor(tx)
  await tx
    .update(documentReadings)
    .set({ likeness: seal.json(likeness, likenessPlace(documentId)) })
    .where(eq(documentReadings.documentId, documentId))
}

/** Deletes all results of comparing a person's faces, including those of former selfies; returns how many. */
export async function deleteLikenesses(tx: Db, userId: number): Promise<number> {
  const own = tx.select({ id: documents.id }).from(documents).where(eq(documents.userId, userId))
  const { rowCount } = await tx
    .update(documentReadings)
    .set({ likeness: null })
    .where(and(inArray(documentReadings.documentId, own), isNotNull(documentReadings.likeness)))
  return rowCount ?? 0
}

/** Decrypts a row for an export. */
export function openReading(db: Db, row: Record<string, unknown>): Record<string, unknown> {
  const id = String(row.document_id)
  return {
    ...row,
    found: openJson(db, row.found as Row['found'], foundPlace(id)),
    likeness: row.likeness && openJson(db, row.likeness as NonNullable<Row['likeness']>, likenessPlace(id)),
  }
}

/** Why someone may open a person's documents: they own the case, or gave a reason (security R11). */
export type ReadingBasis =
  | { kind: 'case'; until: Date | null }
  | { kind: 'reason'; reason: string; until: Date }

/**
 * What allows a reader to open a person's documents now; undefined if they must claim the case or give a reason
 * first.
 */
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
