import { setPriority } from 'node:os'
import type { FacePicture } from '#domain/faces/face-picture.ts'
import type { Model } from '#domain/faces/network.ts'
import { countFaces } from '#domain/faces/selfie-faces.ts'
import { pictureLook } from '#server/model/reading/picture-look.ts'
import { loadSharp } from '#server/platform/files/image-check.ts'
import { workOnPdfs } from '#server/platform/files/pdf-inbox.ts'
import type { FaceAnswer } from './face-answers.ts'
import { loadFaceModel } from './face-models.ts'

/** After everything else: someone who waits for an answer of the server waits for no faces. */
const LAST = 15
try {
  setPriority(LAST)
} catch {
  // Where the system does not let it, it is as any other process.
}

/** More than the detector looks at, so that a picture is made smaller with care. */
const LOOKED_AT_EDGE = 640

let loading: Promise<Model> | undefined

await workOnPdfs(async (file): Promise<FaceAnswer> => {
  loading ??= loadFaceModel('tiny_face_detector_model')
  const model = await loading.catch(() => null)
  if (!model) return { kind: 'no_model' }
  try {
    const faces = countFaces(model, await decode(file))
    return { kind: 'counted', faces, look: await pictureLook(file) }
  } catch {
    return { kind: 'failed' }
  }
})

async function decode(file: Buffer): Promise<FacePicture> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(file)
    .rotate()
    .resize({ width: LOOKED_AT_EDGE, height: LOOKED_AT_EDGE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height, channels: 3 }
}
