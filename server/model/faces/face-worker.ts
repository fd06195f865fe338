import { setPriority } from 'node:os'
import { compareFaces } from '#domain/faces/compare-faces.ts'
import type { FacePicture } from '#domain/faces/face-picture.ts'
import type { Model } from '#domain/faces/network.ts'
import { countFaces } from '#domain/faces/selfie-faces.ts'
import { pictureLook } from '#server/model/reading/picture-look.ts'
import { loadSharp } from '#server/platform/files/image-check.ts'
import { workOnPdfs } from '#server/platform/files/pdf-inbox.ts'
import { loadFaceModel } from './face-models.ts'
import { COUNT, type FaceAnswer } from './face-reader.ts'

/** The lowest priority: no one who waits for an answer of the server should wait for faces. */
const LAST = 15
try {
  setPriority(LAST)
} catch {
  // Without permission it runs with normal priority.
}

/** More than the detector uses, so that a picture is scaled down carefully; comparing a face needs more. */
const COUNTED_EDGE = 640
const COMPARED_EDGE = 1400

const models = new Map<string, Promise<Model>>()
/** Loads a model once. Throws NoModel if it can’t be read. */
async function modelOf(name: Parameters<typeof loadFaceModel>[0]): Promise<Model> {
  const loading = models.get(name) ?? loadFaceModel(name)
  models.set(name, loading)
  return loading.catch((cause) => {
    throw new NoModel('A model can’t be read', { cause })
  })
}
class NoModel extends Error {}

await workOnPdfs((file, number) =>
  (number === COUNT ? count(file) : compare(file.subarray(0, number), file.subarray(number))).catch(
    (error: unknown): FaceAnswer => ({ kind: error instanceof NoModel ? 'no_model' : 'failed' }),
  ),
)

async function count(file: Buffer): Promise<FaceAnswer> {
  const model = await modelOf('tiny_face_detector_model')
  const faces = countFaces(model, await decode(file, COUNTED_EDGE))
  return { kind: 'counted', faces, look: await pictureLook(file) }
}

async function compare(selfie: Buffer, document: Buffer): Promise<FaceAnswer> {
  const [faces, marks, templates] = await Promise.all([
    modelOf('tiny_face_detector_model'),
    modelOf('face_landmark_68_model'),
    modelOf('face_recognition_model'),
  ])
  const [own, printed] = await Promise.all([decode(selfie, COMPARED_EDGE), decode(document, COMPARED_EDGE)])
  return { kind: 'compared', likeness: compareFaces({ faces, marks, templates }, own, printed) }
}

async function decode(file: Buffer, edge: number): Promise<FacePicture> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(file)
    .rotate()
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height, channels: 3 }
}
