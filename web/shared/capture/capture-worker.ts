import modelUrl from '@vladmandic/face-api/model/tiny_face_detector_model.bin?url'
import manifest from '@vladmandic/face-api/model/tiny_face_detector_model-weights_manifest.json' with {
  type: 'json',
}
import { greyOf } from '#domain/documents/brightness-picture.ts'
import { withFaces } from '#domain/documents/face-problem.ts'
import { straightened } from '#domain/documents/page-straightening.ts'
import { judgePicture } from '#domain/documents/picture-quality.ts'
import type { Box } from '#domain/documents/sharpness.ts'
import type { FaceBox, FacePicture } from '#domain/faces/face-picture.ts'
import { readModel } from '#domain/faces/model-file.ts'
import type { Model } from '#domain/faces/network.ts'
import { countFaces, EDGES, facesUpright } from '#domain/faces/selfie-faces.ts'
import type { CaptureAnswer, CaptureJob } from './capture-messages.ts'

/** A face in the oval is large, so the smallest square finds it. */
const FRAME_EDGES = [160] as const
/** A face hardly moves, and finding it takes longest: looking rarely leaves a slow phone time for the rest. */
const LOOK_EVERY_MS = 400
const MOST_OF_TIME = 0.25
/** How long after the model couldn't be loaded it is tried again. */
const LOAD_AGAIN_MS = 5000

type SeenFaces = ReturnType<typeof facesUpright>

/**
 * Counts the faces that the camera sees, as the server does with uploads. The model is fetched with the first selfie;
 * until it has loaded, which is tried again, the counts are null.
 */
class FaceCounter {
  #model: Model | null = null
  #loading: Promise<Model | null> | undefined
  #last: { seen: SeenFaces; until: number } | undefined

  /** Counts them in a frame; reuses a recent result. */
  inFrame(picture: FacePicture): SeenFaces | null {
    const from = performance.now()
    if (this.#last && from < this.#last.until) return this.#last.seen
    const seen = this.#find(picture, FRAME_EDGES)
    const now = performance.now()
    const rest = Math.max(LOOK_EVERY_MS, (now - from) / MOST_OF_TIME)
    this.#last = seen ? { seen, until: now + rest } : undefined
    return seen
  }

  /** Counts them in a photo, at every size. */
  inPhoto(picture: FacePicture): number | null {
    return this.#find(picture, EDGES)?.count ?? null
  }

  /** Counts them in a file, once the model has loaded; unlike a camera's picture it may lie on its side. */
  async inFile(picture: FacePicture): Promise<number | null> {
    const model = await this.#load()
    return model && countFaces(model, picture).count
  }

  #find(picture: FacePicture, edges: readonly number[]): SeenFaces | null {
    void this.#load()
    return this.#model && facesUpright(this.#model, picture, edges)
  }

  #load(): Promise<Model | null> {
    this.#loading ??= fetchModel()
      .catch(() => null)
      .then((model) => {
        this.#model = model
        if (!model) setTimeout(() => (this.#loading = undefined), LOAD_AGAIN_MS)
        return model
      })
    return this.#loading
  }
}

/** Null if it can't be loaded: without it nothing is said about faces. */
async function fetchModel(): Promise<Model | null> {
  const answer = await fetch(modelUrl)
  return answer.ok ? readModel(manifest, new Uint8Array(await answer.arrayBuffer())) : null
}

// Judges frames and finishes photos in a worker, so that the page stays smooth.

const counter = new FaceCounter()
/** Faces are found in smaller pictures than this, and turning one needs its memory twice. */
const FILE_EDGE = 1400
const JPEG = { type: 'image/jpeg', quality: 0.92 } as const

self.onmessage = ({ data: job }: MessageEvent<CaptureJob>) => {
  answer(job).then(
    (found) => self.postMessage(found),
    () => self.postMessage({ kind: 'failed', id: job.id } satisfies CaptureAnswer),
  )
}

async function answer({ id, kind, picture, slot, fullWidth }: CaptureJob): Promise<CaptureAnswer> {
  const { canvas, colours } = drawn(
    picture,
    kind === 'frame' || kind === 'shot' ? Number.POSITIVE_INFINITY : FILE_EDGE,
  )
  const { width, height } = canvas
  const seen = { pixels: colours.data, width, height, channels: 4 } as const
  if (kind === 'faces') return { kind: 'counted', id, faces: await counter.inFile(seen) }
  if (kind === 'file') {
    const { problems } = judgePicture(greyOf(colours.data, width, height, 4), slot, fullWidth)
    return { kind: 'looked', id, problems, width, height }
  }
  const isSelfie = slot === 'selfie'
  const judgement = judgePicture(greyOf(colours.data, width, height, 4), slot, fullWidth)
  if (kind === 'frame') {
    const scale = fullWidth / width
    const found = isSelfie ? counter.inFrame(seen) : null
    const face = found?.largest ? scaledBox(found.largest, scale) : null
    const size = { width: fullWidth, height: height * scale }
    return { kind: 'judged', id, judgement, faces: found?.count ?? null, face, ...size }
  }
  const faces = isSelfie ? counter.inPhoto(seen) : null
  const page = straightened({ width, height, pixels: colours.data }, judgement.page)
  if (!page) {
    const jpeg = await canvas.convertToBlob(JPEG)
    const problems = withFaces(judgement.problems, faces)
    return { kind: 'finished', id, jpeg, problems, faces, width, height }
  }
  const straight = new OffscreenCanvas(page.width, page.height)
  straight.getContext('2d')?.putImageData(new ImageData(page.pixels, page.width, page.height), 0, 0)
  const jpeg = await straight.convertToBlob(JPEG)
  const problems = judgement.problems.filter((problem) => problem !== 'tilted')
  return { kind: 'finished', id, jpeg, problems, faces, width: page.width, height: page.height }
}

function scaledBox({ left, top, width, height }: FaceBox, scale: number): Box {
  return {
    left: left * scale,
    top: top * scale,
    right: (left + width) * scale,
    bottom: (top + height) * scale,
  }
}

/** Draws the picture on a canvas of its own, at most `edge` pixels long. */
function drawn(picture: ImageBitmap, edge: number) {
  const scale = Math.min(1, edge / Math.max(picture.width, picture.height))
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  if (!drawing) throw new Error('This browser has no canvas for pictures')
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return { canvas, colours: drawing.getImageData(0, 0, canvas.width, canvas.height) }
}
