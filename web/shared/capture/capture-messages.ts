import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { PictureProblem } from '#contract/documents/picture-quality.ts'
import type { PictureJudgement } from '#domain/documents/picture-quality.ts'
import type { Box } from '#domain/documents/sharpness.ts'

/** A request of the page to the worker; the picture is transferred, not copied. */
export interface CaptureJob {
  id: number
  /** `frame` and `file` are only judged, a `shot` is also straightened and saved, and `faces` counts a file's faces. */
  kind: 'frame' | 'shot' | 'file' | 'faces'
  picture: ImageBitmap
  slot: DocumentSlot
  /** The width of the camera's own picture; this may be a smaller copy. */
  fullWidth: number
}

export type CaptureAnswer =
  | {
      kind: 'judged'
      id: number
      judgement: PictureJudgement
      faces: number | null
      /** Where the largest face is, in pixels of the camera’s picture. */
      face: Box | null
      width: number
      height: number
    }
  | ({ kind: 'finished'; id: number } & Shot)
  | ({ kind: 'looked'; id: number } & SeenPicture)
  | { kind: 'counted'; id: number; faces: number | null }
  | { kind: 'failed'; id: number }

/** What is known about a chosen file. */
export interface SeenPicture {
  problems: PictureProblem[]
  width: number
  height: number
}

/** A photo, shown before it is sent. */
export interface Shot {
  jpeg: Blob
  problems: PictureProblem[]
  /** The number of faces on a selfie; null if they weren't counted. */
  faces: number | null
  width: number
  height: number
}
