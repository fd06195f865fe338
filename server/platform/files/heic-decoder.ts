import { Worker } from 'node:worker_threads'
import { MAX_HEIC_PIXELS } from '#contract/file-types.ts'
import { AppError } from '#server/platform/http/app-error.ts'

interface HeicDecoderOptions {
  /** The longest time for one picture; a large one takes a few seconds. */
  timeLimitMs?: number
  /** The thread's program, if it isn't in its usual place, as in a bundled server. */
  workerUrl?: URL
}

export interface RawPicture {
  /** Three bytes per pixel, row by row. */
  pixels: Uint8Array<ArrayBuffer>
  width: number
  height: number
}

/** What to do about a picture that can't be converted, without having to know what HEIC is. */
const WAY_OUT =
  'On an iPhone: open Settings, Camera, Formats, choose Most Compatible, and take the photo again. Or take a screenshot of it and upload that.'

const REFUSALS: Readonly<Record<HeicRefusal | 'too-complex', string>> = {
  damaged: `We can’t open this photo. ${WAY_OUT}`,
  'too-large': `This photo has more than ${MAX_HEIC_PIXELS / 1_000_000} megapixels. ${WAY_OUT}`,
  'too-complex': `We couldn’t convert this photo in time. ${WAY_OUT}`,
}

/**
 * Decodes phone photos in a format that sharp can't read: one at a time, each in its own thread with bounded
 * memory and time, which ends with it. A hostile file can waste its own limit at most and leaves nothing for
 * the next.
 */
export class HeicDecoder {
  readonly #timeLimitMs: number
  readonly #workerUrl: URL
  readonly #running = new Set<Worker>()
  #turn: Promise<unknown> = Promise.resolve()

  constructor({ timeLimitMs, workerUrl }: HeicDecoderOptions = {}) {
    this.#timeLimitMs = timeLimitMs ?? 20_000
    this.#workerUrl = workerUrl ?? new URL('./heic-worker.ts', import.meta.url)
  }

  /** Takes the whole file and returns the picture upright. Throws UNSAFE_FILE with what to do about it. */
  async decode(file: Buffer): Promise<RawPicture> {
    const verdict = this.#turn.then(() =>
      this.#ask({ heic: new Uint8Array(file), maxPixels: MAX_HEIC_PIXELS }),
    )
    this.#turn = verdict.catch(() => {})
    const found = await verdict
    if (found.kind === 'decoded') return found
    throw new AppError('UNSAFE_FILE', REFUSALS[found.reason])
  }

  /** Ends the thread; a picture being decoded fails. */
  async close(): Promise<void> {
    await Promise.all([...this.#running].map((worker) => worker.terminate()))
  }

  #ask(job: HeicJob): Promise<HeicVerdict | { kind: 'refused'; reason: 'too-complex' }> {
    const worker = new Worker(this.#workerUrl, {
      resourceLimits: { maxOldGenerationSizeMb: 160, stackSizeMb: 4 },
      // The thread needs nothing of the server's environment, and the library's output is discarded.
      env: {},
      stdout: true,
      stderr: true,
    })
    this.#running.add(worker)
    return new Promise<HeicVerdict | { kind: 'refused'; reason: 'too-complex' }>((resolve, reject) => {
      const giveUp = () => resolve({ kind: 'refused', reason: 'too-complex' })
      const timer = setTimeout(giveUp, this.#timeLimitMs)
      worker.once('message', resolve)
      worker.once('error', (error) => (isOutOfMemory(error) ? giveUp() : reject(error)))
      worker.once('exit', () => {
        clearTimeout(timer)
        reject(new Error('The HEIC thread ended before it answered'))
      })
      worker.postMessage(job, [job.heic.buffer])
    }).finally(() => {
      this.#running.delete(worker)
      void worker.terminate()
    })
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

/** What the decoding thread gets. */
export interface HeicJob {
  heic: Uint8Array<ArrayBuffer>
  maxPixels: number
}

/** Why there is no picture. */
type HeicRefusal = 'damaged' | 'too-large'

/** The thread's answer: the pixels, three bytes each and upright, or why there are none. */
export type HeicVerdict =
  | { kind: 'decoded'; pixels: Uint8Array<ArrayBuffer>; width: number; height: number }
  | { kind: 'refused'; reason: HeicRefusal }
