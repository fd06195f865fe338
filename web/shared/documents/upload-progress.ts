import { UPLOAD_PROGRESS } from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { UploadWaiting } from '#web/ui/upload-field-look.ts'

/** The state of one upload (onboarding §4.2). Every failure keeps the chosen file. */
export type UploadProgress =
  | { kind: 'empty'; error: string | null }
  /** `isRefused`: as it is it will never do, so that it can't be sent again. */
  | { kind: 'chosen'; file: File; error: string | null; isRefused?: boolean }
  /** `waiting`: the connection was lost, and the upload resumes on its own. */
  | { kind: 'uploading'; file: File; percent: number; waiting: UploadWaiting | null }
  | { kind: 'uploaded'; document: StoredDocument }

export type UploadEvent =
  | { type: 'file_refused'; message: string }
  | { type: 'file_chosen'; file: File }
  | { type: 'reading' }
  | { type: 'sent'; part: number }
  | { type: 'waiting'; waiting: UploadWaiting | null }
  | { type: 'failed'; message: string; isRefused?: boolean }
  | { type: 'stored'; document: StoredDocument }
  /** Cancel, or Upload Different Document. */
  | { type: 'reset' }

/** Returns the state after an event; an event that doesn't fit the state changes nothing. */
export function nextUploadProgress(state: UploadProgress, event: UploadEvent): UploadProgress {
  switch (event.type) {
    case 'file_refused':
      return { kind: 'empty', error: event.message }
    case 'file_chosen':
      return { kind: 'chosen', file: event.file, error: null }
    case 'reading':
      if (state.kind !== 'chosen') return state
      return { kind: 'uploading', file: state.file, percent: UPLOAD_PROGRESS.reading, waiting: null }
    case 'sent': {
      if (state.kind !== 'uploading') return state
      const percent = sentPercent(event.part)
      return percent > state.percent ? { ...state, percent } : state
    }
    case 'waiting':
      return state.kind === 'uploading' ? { ...state, waiting: event.waiting } : state
    case 'failed':
      if (state.kind === 'uploaded') return state
      if (state.kind === 'empty') return { kind: 'empty', error: event.message }
      return { kind: 'chosen', file: state.file, error: event.message, isRefused: event.isRefused ?? false }
    case 'stored':
      return { kind: 'uploaded', document: event.document }
    case 'reset':
      return { kind: 'empty', error: null }
    default:
      return event satisfies never
  }
}

/** The progress bar while the body is sent: from 30 to 100, whole numbers (onboarding §4.2). */
export function sentPercent(part: number): number {
  const { sending, done } = UPLOAD_PROGRESS
  return Math.round(sending + (done - sending) * Math.min(1, Math.max(0, part)))
}
