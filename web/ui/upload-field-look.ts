/** A file as the upload widget names it. */
export type UploadFile = {
  name: string
  /** "2.4 MB"; the caller formats it. */
  size?: string
  /** Address of a preview, for images only. */
  previewUrl?: string | null
}

/** What the field shows. Any failure is `chosen` (or `empty`, when no file was taken) with an error beside it. */
export type UploadFieldLook =
  | { kind: 'empty' }
  | { kind: 'dragging' }
  | { kind: 'chosen'; file: UploadFile }
  /** `waiting`: the line was lost; it goes on by itself, or at once when asked. */
  | { kind: 'uploading'; file: UploadFile; percent: number; waiting: UploadWaiting | null }
  | { kind: 'uploaded'; file: UploadFile }

/** Why nothing is sent at the moment. */
export interface UploadWaiting {
  message: string
  tryNow: () => void
}
