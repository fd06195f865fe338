import { greyOf } from '#domain/documents/brightness-picture.ts'
import { withFaces } from '#domain/documents/face-problem.ts'
import { straightened } from '#domain/documents/page-straightening.ts'
import { judgePicture } from '#domain/documents/picture-quality.ts'
import type { CaptureAnswer, CaptureJob } from './capture-messages.ts'
import { FaceCounter } from './face-counter.ts'

// Judges what the camera sees and finishes the photo, away from the page, which has to stay smooth meanwhile.

const counter = new FaceCounter()
/** Faces are found in a smaller picture than this, and one that was turned needs its room twice. */
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
  const faces = slot !== 'selfie' ? null : kind === 'frame' ? counter.inFrame(seen) : counter.inPhoto(seen)
  const judgement = judgePicture(greyOf(colours.data, width, height, 4), slot, fullWidth)
  if (kind === 'frame') {
    const size = { width: fullWidth, height: (height * fullWidth) / width }
    return { kind: 'judged', id, judgement, faces, ...size }
  }
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

/** The picture on a sheet of its own, at most `edge` pixels long. */
function drawn(picture: ImageBitmap, edge: number) {
  const scale = Math.min(1, edge / Math.max(picture.width, picture.height))
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  if (!drawing) throw new Error('This browser has no canvas for pictures')
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return { canvas, colours: drawing.getImageData(0, 0, canvas.width, canvas.height) }
}
