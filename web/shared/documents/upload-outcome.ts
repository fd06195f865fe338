import { SLOT_LABELS } from '#contract/documents/documents.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { UPLOAD_TEXT } from '#contract/file-types.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.ts'
import { UnreadableFile } from './check-file.ts'
import { UPLOAD_FIELD_TEXT } from './upload-text.ts'
import { shownAt, type UploadSpot } from './uploads.ts'

/** Reports that a document was stored; on a page that doesn't show its spot, which one. */
export function sayStored(spot: UploadSpot): void {
  const place = shownAt(spot)
  const { title, description } = UPLOAD_FIELD_TEXT[place ?? 'onboarding'].stored
  toast({ kind: 'success', description, title: place ? title : `${SLOT_LABELS[spot.slot]} uploaded` })
}

/**
 * Reports in the same way why a file wasn't uploaded; the end of a session is reported elsewhere. Returns the
 * spot's message.
 */
export function sayFailed(spot: UploadSpot, error: unknown): string {
  const place = shownAt(spot)
  const { title, description } = failureText(error, UPLOAD_FIELD_TEXT[place ?? 'onboarding'].failed)
  if (place) toast({ kind: 'error', title, description })
  else if (!isOfAnother(error))
    toast({ kind: 'error', description, title: `${SLOT_LABELS[spot.slot]} wasn’t uploaded` })
  return description
}

/** Whether no one is signed in any more, or someone else is, in another tab. */
export function isOfAnother(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.code === 'FORBIDDEN')
}

const REFUSALS_OF_FILES: readonly ErrorCode[] = [
  'FILE_TOO_LARGE',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_TYPE',
  'UNSAFE_FILE',
]

/** Whether the file itself was refused, or is gone: only another one can be sent. */
export function isFileRefused(error: unknown): boolean {
  if (error instanceof UnreadableFile) return true
  return error instanceof ApiError && REFUSALS_OF_FILES.some((code) => code === error.code)
}

/** The server's own message, or the reason known here; without either the place's general text. */
function failureText(error: unknown, unnamed: { title: string; description: string }) {
  if (error instanceof ApiError && !error.body.message) return unnamed
  const isKnown = error instanceof ApiError || error instanceof UnreadableFile
  return {
    title: UPLOAD_TEXT.failedTitle,
    description: isKnown ? error.message : UPLOAD_TEXT.processingFailed,
  }
}
