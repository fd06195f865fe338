import type { CaseState } from '#contract/verification/cases.ts'

/** A case, and when it was last submitted. */
interface Sent {
  state: CaseState
  submittedAt: Date | null
}

/** Whether the upload of a photo is offered to be undone. */
export function isPhotoToUndo(photo: { mime: string; uploadedAt: Date }, sent: Sent): boolean {
  return photo.mime.startsWith('image/') && !wasSubmitted(sent, photo.uploadedAt)
}

/** Whether a document that was uploaded then has been submitted since: until it is, its upload can be undone. */
export function wasSubmitted({ state, submittedAt }: Sent, uploadedAt: Date): boolean {
  if (state !== 'draft' && state !== 'needs_resubmission') return true
  return submittedAt !== null && submittedAt >= uploadedAt
}
