import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { DocType, DocumentSlot } from '#contract/documents/document-schemas.ts'
import { PICTURE_PROBLEMS, type PictureProblem } from '#contract/documents/picture-quality.ts'
import type { FormerDocument, StoredDocument } from '#contract/documents/uploads.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import type { GivenFile, PrintedDates } from '#domain/cases/document-problems.ts'
import type { HeldDocument } from '#domain/cases/document-requirements.ts'
import { judgedBy, type Look, lookOf, type ShownPage } from '#domain/cases/item-review.ts'
import type { AnsweredFile } from '#domain/documents/photos-to-take.ts'
import { type PlainDate, parsePlainDate } from '#domain/plain-date.ts'
import { type DocumentRow, documents, documentViews } from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'

/**
 * A person's current documents, newest first, of one kind or both. One per slot, and any number of additional
 * ones.
 */
export async function currentDocuments(db: Db, userId: number, kind?: CaseKind): Promise<DocumentRow[]> {
  return db
    .select()
    .from(documents)
    .where(and(ofPerson(userId, kind), isNull(documents.supersededAt)))
    .orderBy(desc(documents.createdAt))
}

/** All of a person's documents of a kind, including former versions, newest first. */
export async function allDocuments(db: Db, userId: number, kind: CaseKind): Promise<DocumentRow[]> {
  return db.select().from(documents).where(ofPerson(userId, kind)).orderBy(desc(documents.createdAt))
}

/** Replaced documents of both kinds, newest first. */
export async function formerDocuments(db: Db, userId: number): Promise<FormerDocument[]> {
  const rows = await db
    .select()
    .from(documents)
    .where(and(eq(documents.userId, userId), isNotNull(documents.supersededAt)))
    .orderBy(desc(documents.createdAt))
  return rows.flatMap((row) =>
    row.supersededAt ? [{ ...presentDocument(row), replacedAt: row.supersededAt.toISOString() }] : [],
  )
}

function ofPerson(userId: number, kind: CaseKind | undefined) {
  return and(eq(documents.userId, userId), kind && eq(documents.kind, kind))
}

/** The URL of a document; knowing it gives no one access (choices §5.3). */
export function documentUrl(id: string): string {
  return `/api/documents/${id}`
}

/** The URL of the document in a slot, for the KYC profile's read-back. */
export function urlOfSlot(rows: readonly DocumentRow[], slot: DocumentSlot): string | null {
  const row = rows.find((row) => row.slot === slot)
  return row ? documentUrl(row.id) : null
}

/** The same for the rules about required documents. */
export function heldDocuments(rows: readonly DocumentRow[]): HeldDocument[] {
  return rows.map((row) => ({
    slot: DocumentSlot.parse(row.slot),
    sha256: row.sha256,
    issuedOn: plainDateOf(row.issuedOn),
    expiresOn: plainDateOf(row.expiresOn),
    noIssueDate: row.noIssueDate,
    noExpiryDate: row.noExpiryDate,
  }))
}

/** The same for the rules about what is said at the upload and at the submission. */
export function givenDocument(row: DocumentRow): GivenFile & PrintedDates {
  return {
    slot: DocumentSlot.parse(row.slot),
    docType: docTypeOf(row),
    sha256: row.sha256,
    width: row.width,
    height: row.height,
    issuedOn: plainDateOf(row.issuedOn),
    expiresOn: plainDateOf(row.expiresOn),
    problems: problemsOf(row),
    uploadedAt: row.createdAt,
  }
}

/** The same, with whether its owner has chosen to use it although it is poor. */
export function answeredFile(row: DocumentRow): AnsweredFile {
  return { ...givenDocument(row), isKept: row.keptAt !== null }
}

function problemsOf({ problems }: DocumentRow): PictureProblem[] {
  return z.array(z.enum(PICTURE_PROBLEMS)).parse(problems ?? [])
}

/** Whether a document is a PDF, which is shown page by page. */
export function isPdf({ mime }: Pick<DocumentRow, 'mime'>): boolean {
  return mime === 'application/pdf'
}

/** What leaves the server about a document: never its keys or storage location. */
export function presentDocument(row: DocumentRow): StoredDocument {
  return {
    id: row.id,
    documentType: DocumentSlot.parse(row.slot),
    docType: docTypeOf(row),
    kind: CaseKind.parse(row.kind),
    documentUrl: documentUrl(row.id),
    fileName: row.fileName,
    mime: row.mime,
    bytes: row.bytes,
    pages: row.pages,
    width: row.width,
    height: row.height,
    problems: problemsOf(row),
    sha256: row.sha256,
    issuedOn: row.issuedOn,
    expiresOn: row.expiresOn,
    noIssueDate: row.noIssueDate,
    noExpiryDate: row.noExpiryDate,
    uploadedAt: row.createdAt.toISOString(),
    keptAt: row.keptAt?.toISOString() ?? null,
  }
}

/**
 * The kind of ID being given: as answered, or as stated with an uploaded picture, which may arrive before the
 * answer is saved.
 */
export function chosenDocType(answered: unknown, documents: readonly DocumentRow[]): DocType | null {
  return DocType.safeParse(answered).data ?? documents.map(docTypeOf).find((type) => type !== null) ?? null
}

/** The kind of ID that a file is a side of; null if that was not said, or it is none. */
export function docTypeOf({ docType }: Pick<DocumentRow, 'docType'>): DocType | null {
  return docType === null ? null : DocType.parse(docType)
}

function plainDateOf(text: string | null): PlainDate | null {
  return text === null ? null : parsePlainDate(text)
}

type LookedAt = Pick<DocumentRow, 'id' | 'slot' | 'width' | 'createdAt'>

/** How a member of staff has looked at each of these documents, by id; a replacement is another document. */
export function looksBy(
  db: Db,
  readerId: number,
  rows: readonly LookedAt[],
): Promise<ReadonlyMap<string, Look>> {
  return looksSince(db, readerId, rows, () => [])
}

/** The same without what was seen next to a document that was replaced since, such as a selfie next to its ID. */
export function comparedLooksBy(
  db: Db,
  readerId: number,
  rows: readonly LookedAt[],
): Promise<ReadonlyMap<string, Look>> {
  return looksSince(db, readerId, rows, (slot) =>
    rows.filter((row) => judgedBy(slot).some((each) => each === row.slot)),
  )
}

/** The looks since the documents of `basis` were there. */
async function looksSince(
  db: Db,
  readerId: number,
  rows: readonly LookedAt[],
  basis: (slot: DocumentSlot) => readonly LookedAt[],
): Promise<ReadonlyMap<string, Look>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const views = await db
    .select({
      id: documentViews.documentId,
      width: documentViews.shownWidth,
      ms: documentViews.shownMs,
      at: documentViews.at,
    })
    .from(documentViews)
    .where(and(eq(documentViews.viewerId, readerId), inArray(documentViews.documentId, ids)))
  return new Map(
    rows.map(({ id, slot, width }) => {
      const own = DocumentSlot.parse(slot)
      const shown = views
        .filter((view) => view.id === id && basis(own).every(({ createdAt }) => view.at >= createdAt))
        .map((view) => shownPage(view))
      return [id, lookOf(own, width, shown)]
    }),
  )
}

/** What a former release stored has neither width nor duration, so it doesn't count as a look. */
function shownPage({ width, ms }: { width: number | null; ms: number | null }): ShownPage {
  return { width: width ?? 0, ms: ms ?? 0 }
}
