import type { DocumentSlot } from '#contract/documents/documents.ts'
import { RENDITION_EDGE } from '#contract/picture-size.ts'
import { JUDGED_EDGE } from '#domain/documents/picture-quality.ts'
import { trustedUrl } from '#web/lib/trusted-url.ts'
import type { CaptureAnswer, CaptureJob, SeenPicture, Shot } from './capture-messages.ts'
import workerUrl from './capture-worker.ts?worker&url'

type Judged = Extract<CaptureAnswer, { kind: 'judged' }>

/** The worker that judges pictures, and what it was asked. */
export class CaptureJudge {
  readonly #worker = new Worker(trustedUrl(workerUrl), { type: 'module' })
  readonly #asked = new Map<number, (answer: CaptureAnswer) => void>()
  #last = 0
  /** Without a worker, as where a line that broke off has not brought it, nothing can be asked. */
  #isGone = false

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<CaptureAnswer>) => this.#settle(data)
    this.#worker.onerror = () => {
      this.#isGone = true
      for (const id of this.#asked.keys()) this.#settle({ kind: 'failed', id })
    }
  }

  /** What is to be said of what the camera sees now; null where that can't be told. */
  async judge(video: HTMLVideoElement, slot: DocumentSlot): Promise<Judged | null> {
    const { videoWidth, videoHeight } = video
    // As large as a photo is judged, so that a frame that is called sharp makes a photo that is called sharp.
    const scale = Math.min(1, JUDGED_EDGE / Math.max(videoWidth, videoHeight))
    const picture = await createImageBitmap(video, {
      resizeQuality: 'medium',
      resizeWidth: Math.round(videoWidth * scale),
      resizeHeight: Math.round(videoHeight * scale),
    })
    const answer = await this.#ask({ kind: 'frame', picture, slot, fullWidth: videoWidth })
    return answer.kind === 'judged' ? answer : null
  }

  /** A photo of all that the camera or a file has, straightened. Throws where it can't be read. */
  async shoot(source: HTMLVideoElement | Blob, slot: DocumentSlot): Promise<Shot> {
    const picture = await createImageBitmap(source)
    const answer = await this.#ask({ kind: 'shot', picture, slot, fullWidth: picture.width })
    if (answer.kind !== 'finished') throw new Error('The photo could not be made')
    return answer
  }

  /** What is wrong with a picture that was chosen as a file, as it is judged once it was sent. Throws where it can’t be read. */
  async look(file: Blob, slot: DocumentSlot): Promise<SeenPicture> {
    const picture = await createImageBitmap(file)
    const { width, height } = picture
    const scale = Math.min(1, RENDITION_EDGE / Math.max(width, height))
    const answer = await this.#ask({ kind: 'file', picture, slot, fullWidth: Math.round(width * scale) })
    if (answer.kind !== 'looked') throw new Error('The picture could not be looked at')
    return { problems: answer.problems, width, height }
  }

  /** How many faces a picture has that was chosen as a file; null where this device can’t tell. */
  async countFaces(file: Blob, slot: DocumentSlot): Promise<number | null> {
    const picture = await createImageBitmap(file)
    const answer = await this.#ask({ kind: 'faces', picture, slot, fullWidth: picture.width })
    return answer.kind === 'counted' ? answer.faces : null
  }

  close(): void {
    this.#worker.terminate()
  }

  #ask(job: Omit<CaptureJob, 'id'>): Promise<CaptureAnswer> {
    const id = ++this.#last
    if (this.#isGone) return Promise.resolve({ kind: 'failed', id })
    return new Promise((resolve) => {
      this.#asked.set(id, resolve)
      this.#worker.postMessage({ ...job, id } satisfies CaptureJob, [job.picture])
    })
  }

  #settle(answer: CaptureAnswer): void {
    this.#asked.get(answer.id)?.(answer)
    this.#asked.delete(answer.id)
  }
}
