import type { SelfieFaces } from '#domain/faces/selfie-faces.ts'
import type { PictureLook } from '#server/model/reading/picture-look.ts'

/** What the process of faces answers: `failed` is the picture’s fault, `no_model` the installation’s. */
export type FaceAnswer =
  | { kind: 'counted'; faces: SelfieFaces; look: PictureLook }
  | { kind: 'failed' }
  | { kind: 'no_model' }
