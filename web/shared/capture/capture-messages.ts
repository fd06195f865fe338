import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { PictureProblem } from '#contract/documents/picture-quality.ts'
import type { PictureJudgement } from '#domain/documents/picture-quality.ts'
import type { Box } from '#domain/documents/sharpness.ts'

/** What the page asks of the worker; the picture is handed over, not copied. */
export interface CaptureJob {
  id: number
  /** A frame and a file are only judged; a shot is straightened and saved as well; of a file of its own the faces are counted. */
  kind: 'frame' | 'shot' | 'file' | 'faces'
  picture: ImageBitmap
  slot: DocumentSlot
  /** How wide the camera's own picture is, of which this may be a smaller copy. */
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

/** What is seen of a chosen file. */
export interface SeenPicture {
  problems: PictureProblem[]
  width: number
  height: number
}

/** A photo as it is shown before it is sent. */
export interface Shot {
  jpeg: Blob
  problems: PictureProblem[]
  /** How many were found on a selfie; null where no one looked. */
  faces: number | null
  width: number
  height: number
}
