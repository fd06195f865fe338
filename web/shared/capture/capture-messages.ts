import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { PictureProblem } from '#contract/documents/picture-quality.ts'
import type { PictureJudgement } from '#domain/documents/picture-quality.ts'

/** What the page asks of the worker; the picture is handed over, not copied. */
export interface CaptureJob {
  id: number
  /** A frame is only judged; a shot is straightened and saved as well. */
  kind: 'frame' | 'shot'
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
      width: number
      height: number
    }
  | ({ kind: 'finished'; id: number } & Shot)
  | { kind: 'failed'; id: number }

/** A photo as it is shown before it is sent. */
export interface Shot {
  jpeg: Blob
  problems: PictureProblem[]
  faces: number | null
  width: number
  height: number
}
