import { Worker } from 'node:worker_threads'
import { MAX_HEIC_PIXELS } from '#contract/file-types.ts'
import { AppError } from '#server/platform/http/app-error.ts'

interface HeicDecoderOptions {
  /** Longest time for one picture; a large one takes a few seconds. */
  timeLimitMs?: number
  /** Where the thread's program lies; a bundled server has it elsewhere. */
  workerUrl?: URL
}

export interface RawPicture {
  /** Three bytes for each pixel, row by row. */
  pixels: Uint8Array<ArrayBuffer>
  width: number
  height: number
}

/** What to do about a picture that cannot be converted: no one should have to know what HEIC is. */
const WAY_OUT =
  'On an iPhone: open Settings, Camera, Formats, choose Most Compatible, and take the photo again. Or take a screenshot of it and upload that.'

const REFUSALS: Readonly<Record<HeicRefusal | 'too-complex', string>> = {
  damaged: `We can’t open this photo. ${WAY_OUT}`,
  'too-large': `This photo has more than ${MAX_HEIC_PIXELS / 1_000_000} megapixels. ${WAY_OUT}`,
  'too-complex': `We couldn’t convert this photo in time. ${WAY_OUT}`,
}

/**
 * Decodes the photos of phones, whose format sharp cannot read: one at a time, each in a thread of its own that ends with
 * it, with bounded memory and time. A hostile file can at most waste its own limit, and leaves nothing to the next.
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

  /** Takes the whole file and returns its picture upright; throws UNSAFE_FILE with a way out. */
  async decode(file: Buffer): Promise<RawPicture> {
    const verdict = this.#turn.then(() =>
      this.#ask({ heic: new Uint8Array(file), maxPixels: MAX_HEIC_PIXELS }),
    )
    this.#turn = verdict.catch(() => {})
    const found = await verdict
    if (found.kind === 'decoded') return found
    throw new AppError('UNSAFE_FILE', REFUSALS[found.reason])
  }

  /** Ends what runs. A decoding that is under way fails. */
  async close(): Promise<void> {
    await Promise.all([...this.#running].map((worker) => worker.terminate()))
  }

  #ask(job: HeicJob): Promise<HeicVerdict | { kind: 'refused'; reason: 'too-complex' }> {
    const worker = new Worker(this.#workerUrl, {
      resourceLimits: { maxOldGenerationSizeMb: 160, stackSizeMb: 4 },
      // Nothing of the server's environment is needed there, and what the library prints is not kept.
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

/** What the thread that decodes HEIC is given. */
export interface HeicJob {
  heic: Uint8Array<ArrayBuffer>
  maxPixels: number
}

/** Why it gives no picture. */
type HeicRefusal = 'damaged' | 'too-large'

/** What it answers: the pixels, three bytes each and upright, or why there are none. */
export type HeicVerdict =
  | { kind: 'decoded'; pixels: Uint8Array<ArrayBuffer>; width: number; height: number }
  | { kind: 'refused'; reason: HeicRefusal }
