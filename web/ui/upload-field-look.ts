/** A file as shown by the upload widget. */
export type UploadFile = {
  name: string
  /** "2.4 MB"; the caller formats it. */
  size?: string
  /** The preview's URL, for images only. */
  previewUrl?: string | null
}

/** The field's state. Any failure is `chosen` (or `empty`, if no file was accepted) with an error next to it. */
export type UploadFieldLook =
  | { kind: 'empty' }
  | { kind: 'dragging' }
  | { kind: 'chosen'; file: UploadFile }
  /** `waiting`: the connection was lost; the upload continues by itself, or at once on request. */
  | { kind: 'uploading'; file: UploadFile; percent: number; waiting: UploadWaiting | null }
  | { kind: 'uploaded'; file: UploadFile }

/** Why nothing is being sent at the moment. */
export interface UploadWaiting {
  message: string
  tryNow: () => void
}
