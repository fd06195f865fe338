import type { z } from 'zod'
import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import type { StoredDocument, uploadDocument } from '#contract/documents/uploads.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { UPLOAD_TEXT } from '#contract/file-types.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { ApiError, isSentence } from '#web/lib/api-error.ts'

/** A type import only: the browser is sent no schema for an answer it trusts. */
const UPLOAD_PATH: (typeof uploadDocument)['path'] = '/api/uploads/kyc-document-direct'
type UploadAnswer = z.infer<(typeof uploadDocument)['answer']>

export interface DocumentToSend {
  /** Whose evidence it is: the person's own, or their company's. */
  kind: CaseKind
  /** Who sends it; another may have signed in since, in another tab. */
  userId: number | undefined
  slot: DocumentSlot
  file: File
  maxBytes: number
  said: SaidOfDocument
}

/** What the person says of the document before its file. */
export interface SaidOfDocument {
  /** Of a side of an ID document: which kind it is. */
  docType?: DocType | undefined
  issuedOn?: string | undefined
  expiresOn?: string | undefined
}

interface SendOptions {
  signal: AbortSignal
  /** The part of the body that has left, from 0 to 1. */
  onSent: (part: number) => void
}

/**
 * Sends a document as multipart, with the progress that only XMLHttpRequest tells. Returns the stored document; throws
 * ApiError when refused, and the signal's reason when cancelled. The text fields stand before the file, so that the
 * server knows what it receives before the first byte of it (choices §5).
 */
export function sendDocument({ file, said, ...document }: DocumentToSend, options: SendOptions) {
  const { kind, userId, slot, maxBytes } = document
  return new Promise<StoredDocument>((resolve, reject) => {
    const { signal, onSent } = options
    if (signal.aborted) return reject(signal.reason)
    const form = new FormData()
    form.append('documentType', slot)
    form.append('kind', kind)
    form.append('fileName', file.name)
    if (userId !== undefined) form.append('userId', String(userId))
    form.append('maxBytes', String(maxBytes))
    for (const [name, value] of Object.entries(said)) if (value) form.append(name, value)
    form.append('file', file)

    const request = new XMLHttpRequest()
    request.open('POST', UPLOAD_PATH)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onSent(loaded / total)
    }
    request.onload = () => {
      if (request.status < 200 || request.status > 299) return reject(refusal(request))
      try {
        resolve((JSON.parse(request.responseText) as UploadAnswer).document)
      } catch (cause) {
        reject(new ApiError(request.status, UPLOAD_TEXT.failed, {}, { cause }))
      }
    }
    request.onerror = () => reject(ApiError.network(new Error('The upload was interrupted')))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

/** The server's own message, or the widget's general one (onboarding §8, Uploads). */
function refusal(request: XMLHttpRequest): ApiError {
  try {
    const body = JSON.parse(request.responseText) as Partial<ErrorBody>
    return new ApiError(request.status, isSentence(body.message) ? body.message : UPLOAD_TEXT.failed, body)
  } catch {
    return new ApiError(request.status, UPLOAD_TEXT.failed)
  }
}
