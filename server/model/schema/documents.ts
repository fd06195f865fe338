import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Likeness } from '#domain/faces/compare-faces.ts'
import type { SelfieFaces } from '#domain/faces/selfie-faces.ts'
import type { PrintComparison } from '#domain/reading/code-and-print.ts'
import type { FileTraces } from '#domain/reading/file-traces.ts'
import type { MadeOutDocument } from '#domain/reading/read-document.ts'
import { moment, rowId, sealedJson, sealedText, wholeNumber } from '#server/platform/database/columns.ts'
import { users } from './users.ts'

/**
 * Stored documents: the row is written once the file is safe; a replaced one is kept (choices §5.4, security R48).
 */
export const documents = pgTable(
  'documents',
  {
    id: uuid().primaryKey(),
    userId: wholeNumber('user_id')
      .notNull()
      .references(() => users.id),
    /** Whose evidence it is: the person's own, or their company's. */
    kind: text().notNull().default('consumer'),
    slot: text().notNull(),
    /** For a side of an ID document: the kind of document that the person had chosen at the upload. */
    docType: text('doc_type'),
    fileName: text('file_name').notNull(),
    mime: text().notNull(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
    pages: integer(),
    width: integer(),
    height: integer(),
    storageKey: text('storage_key').notNull().unique(),
    renditionKey: text('rendition_key').unique(),
    renditionMime: text('rendition_mime'),
    /** What is wrong with the picture, most useful first; null if it wasn't checked, as for a PDF. */
    problems: text().array(),
    wrappedKey: text('wrapped_key').notNull(),
    keyId: text('key_id').notNull(),
    issuedOn: text('issued_on'),
    expiresOn: text('expires_on'),
    /** Set by a reviewer if the document has no such date, to distinguish that from a missing entry. */
    noIssueDate: boolean('no_issue_date').notNull().default(false),
    noExpiryDate: boolean('no_expiry_date').notNull().default(false),
    /** When its owner chose to use it although it was judged poor. */
    keptAt: moment('kept_at'),
    createdAt: moment('created_at').notNull(),
    supersededAt: moment('superseded_at'),
  },
  (t) => [
    index('documents_user').on(t.userId, t.createdAt),
    uniqueIndex('documents_current')
      .on(t.userId, t.kind, t.slot)
      .where(sql`${t.supersededAt} is null and (${t.slot} <> 'other' or ${t.kind} = 'business')`),
    index('documents_sha').on(t.sha256),
    // A start looks for the keys that are in use.
    index('documents_key').on(t.keyId).concurrently(),
    check('documents_issue_date', sql`not (${t.noIssueDate} and ${t.issuedOn} is not null)`),
    check('documents_expiry_date', sql`not (${t.noExpiryDate} and ${t.expiresOn} is not null)`),
  ],
)
export type DocumentRow = typeof documents.$inferSelect

/**
 * What staff were shown, how wide and for how long: a decision may accept only what its reviewer could read.
 * One row per page of a viewing, which has one width; a picture has one page.
 */
export const documentViews = pgTable(
  'document_views',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    viewerId: wholeNumber('viewer_id')
      .notNull()
      .references(() => users.id),
    /** Created by the page that shows the document, so that a repeated call counts once. */
    viewing: uuid().notNull(),
    page: integer().notNull(),
    /**
     * Pixels of the page, and milliseconds; null if a former release wrote neither, which doesn't count as a
     * look.
     */
    shownWidth: integer('shown_width'),
    shownMs: integer('shown_ms'),
    at: moment('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.documentId, t.viewerId, t.viewing, t.page] }),
    index('document_views_viewer').on(t.viewerId),
  ],
)

/**
 * Links with which a phone takes photos for someone, without an account on it. Only the SHA-256 of the link's
 * token, and of the cookie of the phone that opened it, is stored.
 */
export const handOffs = pgTable(
  'hand_offs',
  {
    id: uuid().primaryKey(),
    userId: wholeNumber('user_id')
      .notNull()
      .references(() => users.id),
    tokenHash: text('token_hash').notNull().unique(),
    /** Hash of the short code for typing; null if a former release started it. */
    codeHash: text('code_hash'),
    phoneHash: text('phone_hash').unique(),
    /** Hash of the session it ends with; null if a former release started it. */
    sessionHash: text('session_hash'),
    slots: text().array().notNull(),
    docType: text('doc_type'),
    createdAt: moment('created_at').notNull(),
    openedAt: moment('opened_at'),
    /** When its link was last emailed. */
    mailedAt: moment('mailed_at'),
    endedAt: moment('ended_at'),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    // Of two started at once, one remains.
    uniqueIndex('hand_offs_open').on(t.userId).where(sql`${t.endedAt} is null`),
    uniqueIndex('hand_offs_code').on(t.codeHash).concurrently(),
    index('hand_offs_user').on(t.userId),
    index('hand_offs_expires').on(t.expiresAt),
  ],
)
export type HandOffRow = typeof handOffs.$inferSelect

/**
 * Uploads in parts: one becomes a document when its last part has arrived, and is kept for a while for a
 * browser that missed the answer. A hand-off's phone has uploads of its own.
 */
export const documentUploads = pgTable(
  'document_uploads',
  {
    /** Created by the browser. */
    id: uuid().primaryKey(),
    userId: wholeNumber('user_id')
      .notNull()
      .references(() => users.id),
    handOffId: uuid('hand_off_id').references(() => handOffs.id, { onDelete: 'set null' }),
    kind: text().notNull(),
    slot: text().notNull(),
    fileName: text('file_name').notNull(),
    mime: text(),
    bytes: integer().notNull(),
    docType: text('doc_type'),
    issuedOn: text('issued_on'),
    expiresOn: text('expires_on'),
    /** The number of bytes in its parts. */
    received: integer().notNull().default(0),
    /** Until then a process is turning it into a document, unless that process has died. */
    completingUntil: moment('completing_until'),
    documentId: uuid('document_id').references(() => documents.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    index('document_uploads_user').on(t.userId),
    index('document_uploads_hand_off').on(t.handOffId),
    index('document_uploads_document').on(t.documentId),
    index('document_uploads_expires').on(t.expiresAt),
    check('document_uploads_received', sql`${t.received} between 0 and ${t.bytes}`),
  ],
)
export type DocumentUploadRow = typeof documentUploads.$inferSelect

/** The parts that have arrived, each an encrypted file with a key of its own. */
export const uploadParts = pgTable(
  'upload_parts',
  {
    uploadId: uuid('upload_id')
      .notNull()
      .references(() => documentUploads.id),
    start: integer().notNull(),
    storageKey: text('storage_key').notNull().unique(),
    wrappedKey: text('wrapped_key').notNull(),
    keyId: text('key_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.uploadId, t.start] })],
)
export type UploadPartRow = typeof uploadParts.$inferSelect

/**
 * What a machine has read from a document: one row each, from the newest reader. The result is encrypted; so is
 * the number, but equally in every row, so that the same number is found in another case.
 */
export const documentReadings = pgTable(
  'document_readings',
  {
    id: rowId(),
    documentId: uuid('document_id')
      .notNull()
      .unique()
      .references(() => documents.id, { onDelete: 'cascade' }),
    /** `read`, `nothing` or `failed`. */
    state: text().notNull(),
    /** The reader's version. */
    reader: integer().notNull(),
    found: sealedJson<FoundReading>('found').notNull(),
    number: sealedText('number'),
    /** The picture's perceptual hash of 64 bits, for finding similar ones. */
    look: text(),
    readAt: moment('read_at').notNull(),
    /** How similar the faces of a selfie and an ID photo are. The templates used for the comparison aren't stored. */
    likeness: sealedJson<StoredLikeness>('likeness'),
  },
  (t) => [index('document_readings_number').on(t.number), index('document_readings_look').on(t.look)],
)

/** How similar the face of a selfie and the portrait of a document are; null if nothing could be compared. */
export interface StoredLikeness {
  likeness: Likeness | null
  /** The document with the portrait. */
  portrait: string
  /** The reader's version. */
  reader: number
  comparedAt: string
}

/** What was found on a document. */
export interface FoundReading extends Omit<MadeOutDocument, 'printed'> {
  /** In readings up to version 5: whether the code's dates are on the page. */
  printFits?: boolean | null
  printed?: PrintComparison | null
  /** A picture's colourfulness from 0 to 1; null if only the text of a PDF was read. */
  colour: number | null
  /**
   * On what share of an ID document’s picture there is the same fine grid, from 0 to 1; null if only the text
   * of a PDF was read.
   */
  grid?: number | null
  traces: FileTraces
  /** For a selfie; null if it couldn't be examined. */
  faces?: SelfieFaces | null
}
