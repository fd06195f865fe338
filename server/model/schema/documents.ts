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

/** Stored documents: the row is written after the file is safe; a replaced one is kept (choices §5, security R48). */
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
    /** Of a side of an ID document: which kind of document the person had chosen when they gave it. */
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
    /** What was seen wrong with the picture, the most useful first; null where it was not looked at, as with a PDF. */
    problems: text().array(),
    wrappedKey: text('wrapped_key').notNull(),
    keyId: text('key_id').notNull(),
    issuedOn: text('issued_on'),
    expiresOn: text('expires_on'),
    /** A reviewer's word that the document bears no such date, so that its absence is known and not forgotten. */
    noIssueDate: boolean('no_issue_date').notNull().default(false),
    noExpiryDate: boolean('no_expiry_date').notNull().default(false),
    /** When its owner chose to use it although it was found to be poor. */
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
    check('documents_issue_date', sql`not (${t.noIssueDate} and ${t.issuedOn} is not null)`),
    check('documents_expiry_date', sql`not (${t.noExpiryDate} and ${t.expiresOn} is not null)`),
  ],
)
export type DocumentRow = typeof documents.$inferSelect

/**
 * What staff were shown, how wide and for how long: a decision may accept only what its reviewer could read. One row for each
 * page of a viewing, which has one width; the pages of a picture are its first.
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
    /** Made by the page that shows the document, so that a call that is sent twice counts once. */
    viewing: uuid().notNull(),
    page: integer().notNull(),
    /** Pixels of the page, and milliseconds; null where a former release wrote neither, which is no look. */
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
 * Links by which a phone takes photos for someone, without an account there. Only the SHA-256 of the link's token, and of the
 * cookie of the phone that opened it, is kept.
 */
export const handOffs = pgTable(
  'hand_offs',
  {
    id: uuid().primaryKey(),
    userId: wholeNumber('user_id')
      .notNull()
      .references(() => users.id),
    tokenHash: text('token_hash').notNull().unique(),
    /** Of the short code that is typed; null in what a former release started. */
    codeHash: text('code_hash'),
    phoneHash: text('phone_hash').unique(),
    slots: text().array().notNull(),
    docType: text('doc_type'),
    createdAt: moment('created_at').notNull(),
    openedAt: moment('opened_at'),
    /** When its link was mailed last. */
    mailedAt: moment('mailed_at'),
    endedAt: moment('ended_at'),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    // Of two that are started at once, one stays.
    uniqueIndex('hand_offs_open').on(t.userId).where(sql`${t.endedAt} is null`),
    uniqueIndex('hand_offs_code').on(t.codeHash).concurrently(),
    index('hand_offs_user').on(t.userId),
    index('hand_offs_expires').on(t.expiresAt),
  ],
)
export type HandOffRow = typeof handOffs.$inferSelect

/**
 * Uploads in parts: one becomes a document when its last part is here, and is kept for a while after that, for the browser that
 * missed the answer. The phone of a hand-off has its own.
 */
export const documentUploads = pgTable(
  'document_uploads',
  {
    /** Made by the browser. */
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
    /** How many bytes lie in its parts. */
    received: integer().notNull().default(0),
    /** Until then a process is making a document of it, unless that process has died. */
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
 * What a machine has read from a document: one row each, of the newest reader. What was found is encrypted; so is the number, alike
 * in every row, so that the same one is found in another case.
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
    /** Which version of the reader. */
    reader: integer().notNull(),
    found: sealedJson<FoundReading>('found').notNull(),
    number: sealedText('number'),
    /** What a picture looks like in 64 bits, by which nearly the same ones are found. */
    look: text(),
    readAt: moment('read_at').notNull(),
    /** How alike the faces of a selfie and an ID photo are. What they were compared by is not kept. */
    likeness: sealedJson<StoredLikeness>('likeness'),
  },
  (t) => [index('document_readings_number').on(t.number), index('document_readings_look').on(t.look)],
)

/** How alike the face of a selfie and the portrait of a document are; null where nothing could be compared. */
export interface StoredLikeness {
  likeness: Likeness | null
  /** The document with the portrait. */
  portrait: string
  /** Which version of the reader. */
  reader: number
  comparedAt: string
}

/** What was found on a document. */
export interface FoundReading extends Omit<MadeOutDocument, 'printed'> {
  /** Of a reading by version 5 or a former one: whether the dates in the code are on the page. */
  printFits?: boolean | null
  printed?: PrintComparison | null
  /** How colourful a picture is, from 0 to 1; null where only the text of a PDF was read. */
  colour: number | null
  /** On what share of an ID document’s picture the same fine grid lies, from 0 to 1; null where only the text of a PDF was read. */
  grid?: number | null
  traces: FileTraces
  /** Of a selfie; null where it could not be looked at. */
  faces?: SelfieFaces | null
}
