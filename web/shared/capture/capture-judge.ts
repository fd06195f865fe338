import type { DocumentSlot } from '#contract/documents/documents.ts'
import { RENDITION_EDGE } from '#contract/picture-size.ts'
import { JUDGED_EDGE } from '#domain/documents/picture-quality.ts'
import { trustedUrl } from '#web/lib/trusted-url.ts'
import type { CaptureAnswer, CaptureJob, SeenPicture, Shot } from './capture-messages.ts'
import workerUrl from './capture-worker.ts?worker&url'

type Judged = Extract<CaptureAnswer, { kind: 'judged' }>

/** The worker that judges pictures, with its open requests. */
export class CaptureJudge {
  readonly #worker = new Worker(trustedUrl(workerUrl), { type: 'module' })
  readonly #asked = new Map<number, (answer: CaptureAnswer) => void>()
  #last = 0
  /** Null if the worker couldn't be loaded; every request then fails. */
  #isGone = false

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<CaptureAnswer>) => this.#settle(data)
    this.#worker.onerror = () => {
      this.#isGone = true
      for (const id of this.#asked.keys()) this.#settle({ kind: 'failed', id })
    }
  }

  /** Judges the camera's current frame; null if it can't. */
  async judge(video: HTMLVideoElement, slot: DocumentSlot): Promise<Judged | null> {
    const { videoWidth, videoHeight } = video
    // At the size at which photos are judged, so that a sharp frame makes a sharp photo.
    const scale = Math.min(1, JUDGED_EDGE / Math.max(videoWidth, videoHeight))
    const picture = await createImageBitmap(video, {
      resizeQuality: 'medium',
      resizeWidth: Math.round(videoWidth * scale),
      resizeHeight: Math.round(videoHeight * scale),
    })
    const answer = await this.#ask({ kind: 'frame', picture, slot, fullWidth: videoWidth })
    return answer.kind === 'judged' ? answer : null
  }

  /** Takes a straightened photo of the whole picture. Throws if it can't be read. */
  async shoot(source: HTMLVideoElement | Blob, slot: DocumentSlot): Promise<Shot> {
    const picture = await createImageBitmap(source)
    const answer = await this.#ask({ kind: 'shot', picture, slot, fullWidth: picture.width })
    if (answer.kind !== 'finished') throw new Error('The photo could not be made')
    return answer
  }

  /** Returns what is wrong with a chosen picture, by the server's own rules. Throws if it can't be read. */
  async look(file: Blob, slot: DocumentSlot): Promise<SeenPicture> {
    const picture = await createImageBitmap(file)
    const { width, height } = picture
    const scale = Math.min(1, RENDITION_EDGE / Math.max(width, height))
    const answer = await this.#ask({ kind: 'file', picture, slot, fullWidth: Math.round(width * scale) })
    if (answer.kind !== 'looked') throw new Error('The picture could not be looked at')
    return { problems: answer.problems, width, height }
  }

  /** Counts the faces in a chosen picture; null if this device can't. */
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
