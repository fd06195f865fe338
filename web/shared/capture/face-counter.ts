import modelUrl from '@vladmandic/face-api/model/tiny_face_detector_model.bin?url'
import manifest from '@vladmandic/face-api/model/tiny_face_detector_model-weights_manifest.json' with {
  type: 'json',
}
import type { FacePicture } from '#domain/faces/face-picture.ts'
import { readModel } from '#domain/faces/model-file.ts'
import type { Model } from '#domain/faces/network.ts'
import { countFaces, countUpright, EDGES } from '#domain/faces/selfie-faces.ts'

/** A face in the oval is large, and found in the smallest square alone. */
const FRAME_EDGES = [160] as const
/** A face stays where it is for a while, and takes longer to look for than all else: a slow phone has time for the rest. */
const LOOK_EVERY_MS = 400
const MOST_OF_TIME = 0.25

/**
 * Counts the faces that the camera sees, as the server does with what is sent; its model is fetched with the first selfie. Null while
 * it isn’t here, and where it can’t be had: then nothing is said of a face.
 */
export class FaceCounter {
  #model: Model | null = null
  #loading: Promise<Model | null> | undefined
  #last: { count: number; until: number } | undefined

  /** In a frame: what was seen a moment ago counts still. */
  inFrame(picture: FacePicture): number | null {
    const from = performance.now()
    if (this.#last && from < this.#last.until) return this.#last.count
    const count = this.#count(picture, FRAME_EDGES)
    const now = performance.now()
    const rest = Math.max(LOOK_EVERY_MS, (now - from) / MOST_OF_TIME)
    this.#last = count === null ? undefined : { count, until: now + rest }
    return count
  }

  /** In a photo: at each size. */
  inPhoto(picture: FacePicture): number | null {
    return this.#count(picture, EDGES)
  }

  /** In a file, once the model is here: it may lie on its side, as no camera’s picture does. */
  async inFile(picture: FacePicture): Promise<number | null> {
    const model = await this.#load()
    return model && countFaces(model, picture).count
  }

  #count(picture: FacePicture, edges: readonly number[]): number | null {
    void this.#load()
    return this.#model && countUpright(this.#model, picture, edges)
  }

  #load(): Promise<Model | null> {
    this.#loading ??= fetchModel().catch(() => null)
    return this.#loading.then((model) => (this.#model = model))
  }
}

/** Null where it can’t be had: someone offline is told nothing of faces, as in a browser without a camera’s worker. */
async function fetchModel(): Promise<Model | null> {
  const answer = await fetch(modelUrl)
  return answer.ok ? readModel(manifest, new Uint8Array(await answer.arrayBuffer())) : null
}
