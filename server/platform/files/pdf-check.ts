import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { MAX_PDF_PAGES } from '#contract/documents.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { PdfJob, PdfRefusal, PdfVerdict } from './pdf-verdict.ts'
import { readWhole } from './whole-file.ts'

interface PdfCheckerOptions {
  maxPages?: number
  /** Longest time for one file; honest ones take a fraction of a second. */
  timeLimitMs?: number
  /** The thread's memory is given back after this long without work. */
  idleMs?: number
  /** Where the thread's program lies; a bundled server has it elsewhere. */
  workerUrl?: URL
}

const MAX_HEAP_MB = 160
/** Small, because what the thread throws away would otherwise pile up in the server's memory. */
const YOUNG_HEAP_MB = 3

/**
 * Judges PDFs in a thread of its own with bounded memory and time, one at a time: a hostile file can at most waste its
 * own limit. The thread starts with the first file and ends when there is nothing more to do.
 */
export class PdfChecker {
  readonly #maxPages: number
  readonly #timeLimitMs: number
  readonly #idleMs: number
  readonly #workerUrl: URL
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor({ maxPages, timeLimitMs, idleMs, workerUrl }: PdfCheckerOptions = {}) {
    this.#maxPages = maxPages ?? MAX_PDF_PAGES
    this.#timeLimitMs = timeLimitMs ?? 10_000
    this.#idleMs = idleMs ?? 30_000
    this.#workerUrl = workerUrl ?? new URL('./pdf-worker.ts', import.meta.url)
  }

  /** Takes the whole PDF of exactly that many bytes; throws UNSAFE_FILE with what to do about it (security R41, R42). */
  async check(content: Readable, bytes: number): Promise<{ pages: number }> {
    const verdict = this.#turn.then(() => this.#judge(content, bytes))
    this.#turn = verdict.catch(() => {})
    const found = await verdict
    if (found.kind === 'refused') throw new AppError('UNSAFE_FILE', REFUSALS[found.reason])
    return { pages: found.pages }
  }

  /** Ends the thread. A check that is going on fails. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  async #judge(content: Readable, bytes: number): Promise<PdfVerdict> {
    clearTimeout(this.#idle)
    try {
      return await this.#ask({ pdf: await readWhole(content, bytes), maxPages: this.#maxPages })
    } finally {
      this.#idle = setTimeout(() => void this.close(), this.#idleMs).unref()
    }
  }

  #ask(job: PdfJob): Promise<PdfVerdict> {
    const worker = this.#startedWorker()
    return new Promise((resolve, reject) => {
      const onMessage = (verdict: PdfVerdict) => settle(() => resolve(verdict))
      const onError = (error: Error) => settle(() => (isOutOfMemory(error) ? giveUp() : reject(error)))
      const onExit = () => settle(() => reject(new Error('The PDF thread ended before it answered')))
      const timer = setTimeout(() => settle(giveUp), this.#timeLimitMs)
      const settle = (act: () => void) => {
        clearTimeout(timer)
        worker.off('message', onMessage).off('error', onError).off('exit', onExit).unref()
        act()
      }
      const giveUp = () => {
        void this.close()
        resolve({ kind: 'refused', reason: 'too-complex' })
      }
      worker.on('message', onMessage).on('error', onError).on('exit', onExit).ref()
      worker.postMessage(job, [job.pdf])
    })
  }

  #startedWorker(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(this.#workerUrl, {
      resourceLimits: {
        maxOldGenerationSizeMb: MAX_HEAP_MB,
        maxYoungGenerationSizeMb: YOUNG_HEAP_MB,
        stackSizeMb: 4,
      },
      // Nothing of the server's environment is needed there.
      env: {},
    })
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    worker.on('error', forget).on('exit', forget)
    this.#worker = worker
    return worker
  }
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

const REFUSALS: Readonly<Record<PdfRefusal, string>> = {
  active:
    'This PDF contains active content, such as scripts, forms that send data, or attached files. Please print it to a new PDF and upload that.',
  damaged: 'This PDF is damaged or incomplete. Please save it again and upload the new file.',
  encrypted: 'This PDF is protected by a password. Please save a copy without the password and upload that.',
  'too-complex': 'This PDF could not be checked in time. Please print it to a new PDF and upload that.',
  'too-many-pages': `This PDF has more than ${MAX_PDF_PAGES} pages. Please upload only the pages that are needed.`,
  unreadable:
    'This PDF is built in a way that can’t be checked. Please print it to a new PDF and upload that.',
}
