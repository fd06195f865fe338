import { SLOT_LABELS } from '#contract/documents/documents.ts'
import { UPLOAD_TEXT } from '#contract/file-types.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.ts'
import { UnreadableFile } from './check-file.ts'
import { UPLOAD_FIELD_TEXT } from './upload-text.ts'
import { shownAt, type UploadSpot } from './uploads.ts'

/** Says that a document has arrived; on a page where its spot isn’t shown, which one. */
export function sayStored(spot: UploadSpot): void {
  const place = shownAt(spot)
  const { title, description } = UPLOAD_FIELD_TEXT[place ?? 'onboarding'].stored
  toast({ kind: 'success', description, title: place ? title : `${SLOT_LABELS[spot.slot]} uploaded` })
}

/** Says why a file was not uploaded, in the same way; that a session has ended is said elsewhere. Returns what its spot says. */
export function sayFailed(spot: UploadSpot, error: unknown): string {
  const place = shownAt(spot)
  const { title, description } = failureText(error, UPLOAD_FIELD_TEXT[place ?? 'onboarding'].failed)
  if (place) toast({ kind: 'error', title, description })
  else if (!isOfAnother(error))
    toast({ kind: 'error', description, title: `${SLOT_LABELS[spot.slot]} wasn’t uploaded` })
  return description
}

/** No one is signed in any more, or someone else is, in another tab. */
export function isOfAnother(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.code === 'FORBIDDEN')
}

/** The server's own message, or what is known of the failure here; without either the place's general words. */
function failureText(error: unknown, unnamed: { title: string; description: string }) {
  if (error instanceof ApiError && !error.body.message) return unnamed
  const isKnown = error instanceof ApiError || error instanceof UnreadableFile
  return {
    title: UPLOAD_TEXT.failedTitle,
    description: isKnown ? error.message : UPLOAD_TEXT.processingFailed,
  }
}
