import { z } from 'zod'
import { CaseKind } from './cases.ts'
import { DocumentSlot } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { DocumentId, Moment, PlainDate, UserId } from './fields.ts'
import { MUTATION_LIMIT } from './users.ts'

/** Uploads of one person in ten minutes (security R46). */
const UPLOAD_LIMIT = { bucket: 'upload', max: 20, windowSeconds: 600 }
const UPLOAD_ERRORS = [
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

export const StoredDocument = z.object({
  id: DocumentId,
  documentType: DocumentSlot,
  /** Whose evidence it is: the person's own, or their company's. */
  kind: CaseKind,
  documentUrl: z.string(),
  fileName: z.string(),
  mime: z.string(),
  bytes: z.number(),
  pages: z.number().nullable(),
  sha256: z.string(),
  issuedOn: z.string().nullable(),
  expiresOn: z.string().nullable(),
  uploadedAt: Moment,
})
export type StoredDocument = z.infer<typeof StoredDocument>

const UploadAnswer = z.object({
  success: z.literal(true),
  documentUrl: z.string(),
  document: StoredDocument,
  data: z.object({ documentUrl: z.string() }),
})

/**
 * Whose additional document it is. Without it, it is the company's of somebody who has begun to give one; the other
 * slots are always the person's own.
 */
const UploadKind = CaseKind.optional()

/** The JSON variant: a base64 data URL. Kept for compatibility; the product's own pages stream instead (decisions §1). */
export const uploadDocumentJson = endpoint({
  method: 'POST',
  path: '/api/uploads/kyc-document',
  access: 'applicant',
  summary: 'Upload a document as a base64 data URL',
  /** 24 MB in base64, and the other fields. */
  bodyLimit: 34_000_000,
  body: z.object({
    documentType: DocumentSlot,
    kind: UploadKind,
    fileData: z.string().min(1, 'Please select a file first'),
    fileName: z.string().max(5000),
    userId: UserId.optional(),
    kycProfileId: UserId.nullish(),
  }),
  answer: UploadAnswer,
  errors: UPLOAD_ERRORS,
  limit: UPLOAD_LIMIT,
})

/**
 * The multipart variant: fields `documentType`, `fileName`, optional `kind`, `userId`, `kycProfileId`, `maxBytes`
 * before `file`.
 */
export const uploadDocument = endpoint({
  method: 'POST',
  path: '/api/uploads/kyc-document-direct',
  access: 'applicant',
  summary: 'Upload a document as a stream',
  consumes: 'multipart',
  answer: UploadAnswer,
  errors: UPLOAD_ERRORS,
  limit: UPLOAD_LIMIT,
})

/** The text fields of the multipart upload; they arrive before the file. */
export const UploadFields = z.object({
  documentType: DocumentSlot,
  kind: UploadKind,
  fileName: z.string().max(5000).optional(),
  /** Who the page believes to send it: another may have signed in since, in another tab. */
  userId: UserId.optional(),
  kycProfileId: UserId.optional(),
  /** A page's own, lower limit (decisions §5). */
  maxBytes: z.coerce.number().int().positive().optional(),
})

export const listOwnDocuments = endpoint({
  method: 'GET',
  path: '/api/documents',
  access: 'applicant',
  summary: 'The current documents of the signed-in user',
  answer: z.object({ documents: z.array(StoredDocument) }),
  errors: [],
})

/** A document that another has taken the place of; it is kept until retention ends (decisions §5). */
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
  summary: 'A document: shown inline as a re-encoded rendition, or the untouched original with ?download',
  params: z.object({ id: DocumentId }),
  query: z.object({ download: z.string().max(1).optional() }),
  answer: 'stream',
  errors: ['NOT_FOUND'],
})

export const setDocumentDates = endpoint({
  method: 'PUT',
  path: '/api/documents/:id/dates',
  access: 'applicant',
  summary: 'The issue and expiry dates on a document, entered by its owner or confirmed by a reviewer',
  params: z.object({ id: DocumentId }),
  body: z.object({ issuedOn: PlainDate.nullable(), expiresOn: PlainDate.nullable() }),
  answer: z.object({ success: z.literal(true), document: StoredDocument }),
  errors: ['NOT_FOUND', 'PROFILE_LOCKED', 'INVALID_STATE'],
  limit: MUTATION_LIMIT,
})
