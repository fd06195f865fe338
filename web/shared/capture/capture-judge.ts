import type { DocumentSlot } from '#contract/documents/documents.ts'
import { RENDITION_EDGE } from '#contract/picture-size.ts'
import { JUDGED_EDGE } from '#domain/documents/picture-quality.ts'
import { trustedUrl } from '#web/lib/trusted-url.ts'
import type { CaptureAnswer, CaptureJob, SeenPicture, Shot } from './capture-messages.ts'
import workerUrl from './capture-worker.ts?worker&url'

type Judged = Extract<CaptureAnswer, { kind: 'judged' }>

/** Puts the worker's code into the browser's cache, so that it also starts offline. Throws if it can't be fetched. */
export async function fetchWorker(): Promise<void> {
  const answer = await fetch(workerUrl)
  if (!answer.ok) throw new Error('The camera’s worker could not be fetched')
  // Only a body that was read whole is stored.
  await answer.arrayBuffer()
}

/** The worker that judges pictures, with its open requests. */
export class CaptureJudge {
  readonly #asked = new Map<number, (answer: CaptureAnswer) => void>()
  #last = 0
  #isClosed = false
  /** Null after it failed, or couldn't be loaded: the next request starts another. */
  #worker: Worker | null = this.#start()

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
    this.#isClosed = true
    this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(trustedUrl(workerUrl), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<CaptureAnswer>) => this.#settle(data)
    worker.onerror = () => {
      worker.terminate()
      this.#worker = null
      for (const id of this.#asked.keys()) this.#settle({ kind: 'failed', id })
    }
    return worker
  }

  #ask(job: Omit<CaptureJob, 'id'>): Promise<CaptureAnswer> {
    const id = ++this.#last
    if (this.#isClosed) return Promise.resolve({ kind: 'failed', id })
    this.#worker ??= this.#start()
    const worker = this.#worker
    return new Promise((resolve) => {
      this.#asked.set(id, resolve)
      worker.postMessage({ ...job, id } satisfies CaptureJob, [job.picture])
    })
  }

  #settle(answer: CaptureAnswer): void {
    this.#asked.get(answer.id)?.(answer)
    this.#asked.delete(answer.id)
  }
}
