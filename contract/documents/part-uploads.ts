import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { inDigits, Moment, StorableText } from '#contract/fields.ts'
import { UPLOAD_TEXT } from '#contract/file-types.ts'
import { UPLOAD_ERRORS, UPLOAD_LIMIT, UploadAnswer, UploadFields } from './uploads.ts'

/** Size of every part but the last. Even a connection that drops every few megabytes gets several of them through. */
export const UPLOAD_PART_BYTES = 512 * 1024
/** How long an upload waits for its next part, and how long a browser keeps what it could not send. */
export const UPLOAD_HOURS = 24
/** Unfinished uploads per person; one more drops the oldest. */
export const MAX_OPEN_UPLOADS = 10
/** The media type of a part (Resumable Uploads for HTTP). */
export const PART_TYPE = 'application/partial-upload'

/** Parts and progress requests per ten minutes: more than twice what all uploads allowed in that time need. */
export const PART_LIMIT = { bucket: 'upload-part', max: 2000, windowSeconds: 600 }

/** What is known about a file before its first byte. */
export const UploadStart = UploadFields.omit({ maxBytes: true, fileName: true }).extend({
  /** Made by the browser, so that a lost answer does not start a second upload. */
  id: z.uuid(),
  fileName: z.string().max(5000),
  /** The type the browser assumes; the server goes by the bytes. */
  mime: StorableText(200).optional(),
  bytes: z.number().int().min(1, UPLOAD_TEXT.empty),
  maxBytes: z.number().int().positive().optional(),
})
export type UploadStart = z.output<typeof UploadStart>

/** An upload in progress, and how much of it is safely on the server. */
export const OpenUpload = z.object({
  id: z.uuid(),
  bytes: z.number(),
  received: z.number(),
  partBytes: z.number(),
  expiresAt: Moment,
})
export type OpenUpload = z.infer<typeof OpenUpload>

/** `stored` is the document once the upload is complete. */
const UploadStanding = z.object({ upload: OpenUpload, stored: UploadAnswer.nullable() })

const Id = z.object({ id: z.uuid() })

/** The headers of a part, as the protocol names them. */
export const PartHeaders = z.object({
  'upload-offset': inDigits(z.number().int().min(0)),
  /** `?1` for the last part. */
  'upload-complete': z.enum(['?0', '?1']),
  'content-length': inDigits(z.number().int().min(0)),
  /** `sha-256=:…:` of the part (RFC 9530); other digests are ignored. */
  'content-digest': z.string().max(500).optional(),
})
export type PartHeaders = z.output<typeof PartHeaders>

/** How far an upload is, as the protocol says it; on refusals of a part as well, once the upload is found. */
export const UploadHeaders = z.object({
  'upload-offset': z.number().int(),
  'upload-length': z.number().int(),
  /** `?1` once it is a document, or refused for good. */
  'upload-complete': z.enum(['?0', '?1']),
  /** `min-append-size`, `max-append-size` and `max-age`, the seconds until it is dropped. */
  'upload-limit': z.string(),
})
export type UploadHeaders = z.infer<typeof UploadHeaders>

export const PART_ERRORS = [...UPLOAD_ERRORS, 'NOT_FOUND', 'STALE_VERSION'] as const

export const startUpload = endpoint({
  method: 'POST',
  path: '/api/uploads',
  access: 'applicant',
  summary: 'Starts an upload in parts; with the id of one that is there, says how far it is',
  body: UploadStart,
  answer: UploadStanding,
  answerHeaders: UploadHeaders,
  errors: [...UPLOAD_ERRORS, 'NOT_FOUND'],
  limit: UPLOAD_LIMIT,
})

export const readUpload = endpoint({
  method: 'GET',
  path: '/api/uploads/:id',
  access: 'applicant',
  summary: 'How much of an upload has arrived, in Upload-Offset too, and the document once it is complete',
  params: Id,
  answer: UploadStanding,
  answerHeaders: UploadHeaders,
  errors: ['NOT_FOUND'],
  limit: PART_LIMIT,
})

export const appendPart = endpoint({
  method: 'PATCH',
  path: '/api/uploads/:id',
  access: 'applicant',
  summary: 'The next part of an upload; the last one, or an empty one after it, makes it a document',
  params: Id,
  headers: PartHeaders,
  bytes: PART_TYPE,
  answer: UploadStanding,
  answerHeaders: UploadHeaders,
  errors: PART_ERRORS,
  limit: PART_LIMIT,
})

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/api/uploads/:id',
  access: 'applicant',
  summary: 'Deletes what has arrived of an upload that is not complete; twice is once',
  params: Id,
  answer: z.object({ success: z.literal(true) }),
  errors: [],
  limit: MUTATION_LIMIT,
})
