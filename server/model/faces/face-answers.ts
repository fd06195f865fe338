import type { Likeness } from '#domain/faces/compare-faces.ts'
import type { SelfieFaces } from '#domain/faces/selfie-faces.ts'
import type { PictureLook } from '#server/model/reading/picture-look.ts'

/** What the process of faces answers: `failed` is the picture’s fault, `no_model` the installation’s. */
export type FaceAnswer =
  | { kind: 'counted'; faces: SelfieFaces; look: PictureLook }
  /** Null where either picture has no face that can be compared. */
  | { kind: 'compared'; likeness: Likeness | null }
  | { kind: 'failed' }
  | { kind: 'no_model' }

/** Of `PdfJob`: the faces of the picture are counted. Any other number is where the second of two pictures begins. */
export const COUNT = 0
