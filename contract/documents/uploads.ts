import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { DateText, DocumentId, FreeText, inDigits, Moment, UserId, YesOrNo } from '#contract/fields.ts'
import { FILE_TYPES, MAX_PDF_PAGES } from '#contract/file-types.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import { DocType, DocumentSlot } from './document-schemas.ts'
import { PAGES_HEADER } from './documents.ts'
import { MAX_SHOWN_MS } from './looks.ts'
import { PICTURE_PROBLEMS } from './picture-quality.ts'
import { isReadingReason, NO_READING_REASON, READING_REASON } from './reading-reasons.ts'

/** Whom an upload names, for compatibility: anyone other than the caller is refused (security R14). */
const NAMED_IDENTITY = {
  /** The user the page was opened for: someone else may have signed in since, in another tab. */
  userId: UserId.nullish(),
  auth0Id: z.string().max(400).nullish(),
  kycProfileId: UserId.nullish(),
}

/** Uploads per person in ten minutes (security R46). */
export const UPLOAD_LIMIT = { bucket: 'upload', max: 20, windowSeconds: 600 }
export const UPLOAD_ERRORS = [
  'VALIDATION_ERROR',
  'FORBIDDEN',
  'PROFILE_LOCKED',
  'INVALID_STATE',
  'FILE_TOO_LARGE',
  'UNSUPPORTED_TYPE',
  'UNSAFE_FILE',
  'UNAVAILABLE',
  'STORAGE_FULL',
] as const

/**
 * What to tell a person about an accepted file straight away rather than after the review. They may use it anyway.
 */
export const DocumentNotice = z.object({
  kind: z.enum(['same_file', ...PICTURE_PROBLEMS]),
  message: z.string(),
})
export type DocumentNotice = z.infer<typeof DocumentNotice>

export const StoredDocument = z.object({
  id: DocumentId,
  documentType: DocumentSlot,
  /** Which kind of ID document a side belongs to, if the upload said so. */
  docType: DocType.nullable(),
  /** Whether it belongs to the person's own case or their company's. */
  kind: CaseKind,
  documentUrl: z.string(),
  fileName: z.string(),
  mime: z.string(),
  bytes: z.number(),
  pages: z.number().nullable(),
  /** Pixels of the picture, at most those of its rendition; null for a PDF. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** What is wrong with the picture, the most useful first. */
  problems: z.array(z.enum(PICTURE_PROBLEMS)),
  sha256: z.string(),
  issuedOn: z.string().nullable(),
  expiresOn: z.string().nullable(),
  /** Whether a reviewer has established that no such date is printed on it. */
  noIssueDate: z.boolean(),
  noExpiryDate: z.boolean(),
  uploadedAt: Moment,
  /** When its owner chose to use it although it was found to be poor. */
  keptAt: Moment.nullable(),
})
export type StoredDocument = z.infer<typeof StoredDocument>

export const UploadAnswer = z.object({
  success: z.literal(true),
  documentUrl: z.string(),
  document: StoredDocument,
  /** What to tell the person before they continue; empty if nothing was found. */
  notices: z.array(DocumentNotice),
  data: z.object({ documentUrl: z.string() }),
})

/**
 * The case an additional document belongs to. By default, the company's if its user has started one; the other slots
 * are always the person's own.
 */
const UploadKind = CaseKind.optional()

/** What the person states before the file: the kind of ID, and the printed dates if known. */
const SAID_OF_IT = {
  docType: DocType.optional(),
  issuedOn: DateText.optional(),
  expiresOn: DateText.optional(),
}

/** The JSON variant with a base64 data URL, kept for compatibility; the product's own pages stream (choices §1.2). */
export const uploadDocumentJson = endpoint({
  method: 'POST',
  path: '/api/uploads/kyc-document',
  access: 'applicant',
  summary: 'Upload a document as a base64 data URL',
  /** 24 MB in base64, plus the other fields. */
  bodyLimit: 34_000_000,
  body: z.object({
    documentType: DocumentSlot,
    kind: UploadKind,
    fileData: z.string().min(1, 'Please select a file first'),
    fileName: z.string().max(5000),
    ...NAMED_IDENTITY,
    ...SAID_OF_IT,
  }),
  answer: UploadAnswer,
  errors: UPLOAD_ERRORS,
  limit: UPLOAD_LIMIT,
})

/** The text fields of the multipart upload; they arrive before the file. */
export const UploadFields = z.object({
  documentType: DocumentSlot,
  kind: UploadKind,
  fileName: z.string().max(5000).optional(),
  ...NAMED_IDENTITY,
  /** A lower limit set by the page (choices §5.2). */
  maxBytes: inDigits(z.number().int().positive()).optional(),
  ...SAID_OF_IT,
})

/** The multipart variant: its fields come before `file`. */
export const uploadDocument = endpoint({
  method: 'POST',
  path: '/api/uploads/kyc-document-direct',
  access: 'applicant',
  summary: 'Upload a document as a stream',
  form: UploadFields,
  answer: UploadAnswer,
  errors: UPLOAD_ERRORS,
  limit: UPLOAD_LIMIT,
})

export const listOwnDocuments = endpoint({
  method: 'GET',
  path: '/api/documents',
  access: 'applicant',
  summary: 'The current documents of the signed-in user',
  answer: z.object({ documents: z.array(StoredDocument) }),
  errors: [],
})

/** A replaced document, retained until its retention period ends (choices §5.4). */
export const FormerDocument = StoredDocument.extend({ replacedAt: Moment })
export type FormerDocument = z.infer<typeof FormerDocument>

export const listFormerDocuments = endpoint({
  method: 'GET',
  path: '/api/documents/former',
  access: 'applicant',
  summary: 'The former versions of the signed-in user’s documents, newest first',
  answer: z.object({ documents: z.array(FormerDocument) }),
  errors: [],
})

export const readDocument = endpoint({
  method: 'GET',
  path: '/api/documents/:id',
  access: 'applicant',
  summary:
    'A page of a document as a picture that was made of it, the untouched original as an attachment with ?download, or a small picture',
  params: z.object({ id: DocumentId }),
  query: z.object({
    download: YesOrNo.optional(),
    /** Page of a PDF; a picture has only one. */
    page: inDigits(z.number().int().min(1).max(MAX_PDF_PAGES)).optional(),
    /** Pictures only; too small to read, so it does not count as a look at the document. */
    size: z.literal('thumbnail').optional(),
  }),
  answer: { file: FILE_TYPES },
  /** How many pages the document has, with a page of it. */
  answerHeaders: z.object({ [PAGES_HEADER]: z.number().int().optional() }),
  errors: ['NOT_FOUND', 'INVALID_STATE', 'REAUTH_REQUIRED', 'UNSAFE_FILE', 'UNAVAILABLE'],
  limit: { bucket: 'document-read', max: 600, windowSeconds: 600 },
})

/** Wider than any screen. */
const MAX_SHOWN_WIDTH = 100_000

export const recordDocumentView = endpoint({
  method: 'POST',
  path: '/api/documents/:id/views',
  access: 'documents.read',
  summary:
    'How a page of a document was on the caller’s screen; counted once for each page of a viewing, with the longest time told of it',
  params: z.object({ id: DocumentId }),
  body: z.object({
    /** Made by the page while it shows the document at one size, so that a repeated call counts once. */
    viewing: z.uuid(),
    /** Page of a PDF; a picture has only one. */
    page: z.number().int().min(1).max(MAX_PDF_PAGES).default(1),
    /** Width at which it was shown, in CSS pixels. */
    shownWidth: z.number().int().min(1).max(MAX_SHOWN_WIDTH),
    /** How long it was on screen at that width, in milliseconds. */
    shownMs: z.number().int().min(0).max(MAX_SHOWN_MS),
  }),
  answer: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'INVALID_STATE', 'VALIDATION_ERROR'],
  limit: MUTATION_LIMIT,
})

/** Stores why staff open documents of a person whose case they have not claimed (security R11). */
export const giveReadingReason = endpoint({
  method: 'POST',
  path: '/api/documents/:id/reason',
  access: 'documents.read',
  stepUp: true,
  summary: 'The reason for opening documents of this person without their case at hand; it is recorded',
  params: z.object({ id: DocumentId }),
  body: z.object({
    reason: FreeText(READING_REASON.max).refine(isReadingReason, NO_READING_REASON),
  }),
  answer: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'REAUTH_REQUIRED'],
  limit: MUTATION_LIMIT,
})

export const setDocumentDates = endpoint({
  method: 'PUT',
  path: '/api/documents/:id/dates',
  access: 'applicant',
  summary: 'The issue and expiry dates on a document, entered by its owner or confirmed by a reviewer',
  params: z.object({ id: DocumentId }),
  body: z
    .object({
      issuedOn: DateText.nullable(),
      expiresOn: DateText.nullable(),
      /** Reviewers only: no such date is printed on the document. */
      noIssueDate: z.boolean().default(false),
      noExpiryDate: z.boolean().default(false),
      /** Reviewers only: they accepted, with its line, the date that a machine has read. */
      isAsRead: z.boolean().default(false),
    })
    .refine(({ issuedOn, noIssueDate }) => !(issuedOn && noIssueDate), {
      path: ['noIssueDate'],
      message: 'Enter a date or say that none is printed, not both',
    })
    .refine(({ expiresOn, noExpiryDate }) => !(expiresOn && noExpiryDate), {
      path: ['noExpiryDate'],
      message: 'Enter a date or say that none is printed, not both',
    }),
  answer: z.object({ success: z.literal(true), document: StoredDocument }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PROFILE_LOCKED', 'INVALID_STATE'],
  limit: MUTATION_LIMIT,
})

export const keepDocument = endpoint({
  method: 'POST',
  path: '/api/documents/:id/keep',
  access: 'applicant',
  summary: 'The choice of its owner to use a document that was found to be poor',
  params: z.object({ id: DocumentId }),
  answer: z.object({ success: z.literal(true), document: StoredDocument }),
  errors: ['NOT_FOUND', 'PROFILE_LOCKED', 'INVALID_STATE'],
  limit: MUTATION_LIMIT,
})

/** The largest count accepted. */
const MOST_FACES = 100

export const setFaces = endpoint({
  method: 'PUT',
  path: '/api/documents/:id/faces',
  access: 'applicant',
  summary:
    'How many faces the device of its owner found on a selfie; none or several are told as what is wrong with it',
  params: z.object({ id: DocumentId }),
  body: z.object({ faces: z.number().int().min(0).max(MOST_FACES) }),
  answer: z.object({ success: z.literal(true), document: StoredDocument }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PROFILE_LOCKED', 'INVALID_STATE'],
  limit: MUTATION_LIMIT,
})

export const undoUpload = endpoint({
  method: 'DELETE',
  path: '/api/documents/:id',
  access: 'applicant',
  summary:
    'Undo of an upload that was not submitted: what was there before counts again, and the file stays as a former version',
  params: z.object({ id: DocumentId }),
  /** The document now in the slot; null if there was none before. */
  answer: z.object({ success: z.literal(true), document: StoredDocument.nullable() }),
  errors: ['NOT_FOUND', 'PROFILE_LOCKED', 'INVALID_STATE'],
  limit: MUTATION_LIMIT,
})
