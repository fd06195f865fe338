import { greyOf } from '#domain/documents/brightness-picture.ts'
import { straightened } from '#domain/documents/page-straightening.ts'
import { judgePicture } from '#domain/documents/picture-quality.ts'
import type { CaptureAnswer, CaptureJob } from './capture-messages.ts'

// Judges what the camera sees and finishes the photo, away from the page, which has to stay smooth meanwhile.

/** As much of a browser's face detector as is used; few have one. */
interface FaceFinder {
  detect(picture: ImageBitmap): Promise<readonly unknown[]>
}

const JPEG = { type: 'image/jpeg', quality: 0.92 } as const

self.onmessage = ({ data: job }: MessageEvent<CaptureJob>) => {
  answer(job).then(
    (found) => self.postMessage(found),
    () => self.postMessage({ kind: 'failed', id: job.id } satisfies CaptureAnswer),
  )
}

async function answer({ id, kind, picture, slot, fullWidth }: CaptureJob): Promise<CaptureAnswer> {
  const { width, height } = picture
  const canvas = new OffscreenCanvas(width, height)
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  if (!drawing) throw new Error('This browser has no canvas for pictures')
  drawing.drawImage(picture, 0, 0)
  const faces = slot === 'selfie' ? await countFaces(picture) : null
  picture.close()
  const colours = drawing.getImageData(0, 0, width, height)
  const judgement = judgePicture(greyOf(colours.data, width, height, 4), slot, fullWidth)
  if (kind === 'frame') {
    const size = { width: fullWidth, height: (height * fullWidth) / width }
    return { kind: 'judged', id, judgement, faces, ...size }
  }
  const page = straightened({ width, height, pixels: colours.data }, judgement.page)
  if (!page) {
    const jpeg = await canvas.convertToBlob(JPEG)
    return { kind: 'finished', id, jpeg, problems: judgement.problems, faces, width, height }
  }
  const straight = new OffscreenCanvas(page.width, page.height)
  straight.getContext('2d')?.putImageData(new ImageData(page.pixels, page.width, page.height), 0, 0)
  const jpeg = await straight.convertToBlob(JPEG)
  const problems = judgement.problems.filter((problem) => problem !== 'tilted')
  return { kind: 'finished', id, jpeg, problems, faces, width: page.width, height: page.height }
}

let finder: FaceFinder | null | undefined

/** How many faces the browser's own detector finds; null where it has none. */
async function countFaces(picture: ImageBitmap): Promise<number | null> {
  const { FaceDetector } = globalThis as { FaceDetector?: new () => FaceFinder }
  finder ??= FaceDetector ? new FaceDetector() : null
  try {
    return finder ? (await finder.detect(picture)).length : null
  } catch {
    // Some browsers name a detector that their system does not have.
    finder = null
    return null
  }
}
