import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Manifest, readModel } from '#domain/faces/model-file.ts'
import type { Model } from '#domain/faces/network.ts'

type FaceModel = 'tiny_face_detector_model' | 'face_landmark_68_model' | 'face_recognition_model'

/** The face models' files in their package. None of its code is used, and nothing is downloaded. */
function faceModelFolder(): string {
  const require = createRequire(import.meta.url)
  return join(dirname(require.resolve('@vladmandic/face-api/package.json')), 'model')
}

/** Loads a model. Throws if its files are missing, truncated or of another kind. */
export async function loadFaceModel(name: FaceModel, folder = faceModelFolder()): Promise<Model> {
  const [manifest, numbers] = await Promise.all([
    readFile(join(folder, `${name}-weights_manifest.json`), 'utf8'),
    readFile(join(folder, `${name}.bin`)),
  ])
  return readModel(JSON.parse(manifest) as Manifest, numbers)
}
