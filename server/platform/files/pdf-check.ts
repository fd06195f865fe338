import type { Readable } from 'node:stream'
import { MAX_PDF_PAGES } from '#contract/documents.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { type PdfLimits, PdfProcess } from './pdf-process.ts'
import type { PdfRefusal, PdfVerdict } from './pdf-verdict.ts'

interface PdfCheckerOptions extends Partial<PdfLimits> {
  maxPages?: number
  /** A process's memory is given back after this long without work. */
  idleMs?: number
  /** Where its program lies; a bundled server has it elsewhere. */
  workerUrl?: URL
}

const LIMITS: PdfLimits = {
  timeLimitMs: 10_000,
  processorLimitMs: 4000,
  memoryLimitBytes: 384 * 1024 * 1024,
}

/**
 * Judges PDFs in processes of their own with bounded memory and time, each one file at a time: a hostile file can at most
 * waste its own limit. A process starts with a file that finds none free, and ends when there is nothing more to do. How
 * many there are at once is up to the parse slots.
 */
export class PdfChecker {
  readonly #maxPages: number
  readonly #limits: PdfLimits
  readonly #idleMs: number
  readonly #workerUrl: URL
  readonly #all = new Set<PdfProcess>()
  #free: PdfProcess[] = []
  #idle: NodeJS.Timeout | undefined

  constructor({ maxPages, idleMs, workerUrl, ...limits }: PdfCheckerOptions = {}) {
    this.#maxPages = maxPages ?? MAX_PDF_PAGES
    this.#limits = { ...LIMITS, ...limits }
    this.#idleMs = idleMs ?? 30_000
    this.#workerUrl = workerUrl ?? new URL('./pdf-worker.ts', import.meta.url)
  }

  /** Takes the whole PDF of exactly that many bytes; throws UNSAFE_FILE with what to do about it (security R41, R42). */
  async check(content: Readable, bytes: number): Promise<{ pages: number }> {
    const found = await this.#judge(content, bytes)
    if (found.kind === 'refused') throw new AppError('UNSAFE_FILE', REFUSALS[found.reason])
    return { pages: found.pages }
  }

  /** Ends the processes. A check that is under way fails. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    for (const process of this.#all) process.close()
    this.#all.clear()
    this.#free = []
  }

  async #judge(content: Readable, bytes: number): Promise<PdfVerdict> {
    clearTimeout(this.#idle)
    const process = this.#freeProcess()
    try {
      return await process.judge(content, { bytes, maxPages: this.#maxPages })
    } finally {
      if (process.isAlive && this.#all.has(process)) this.#free.push(process)
      else this.#all.delete(process)
      if (this.#free.length === this.#all.size)
        this.#idle = setTimeout(() => void this.close(), this.#idleMs).unref()
    }
  }

  #freeProcess(): PdfProcess {
    for (let free = this.#free.pop(); free; free = this.#free.pop()) {
      if (free.isAlive) return free
      this.#all.delete(free)
    }
    const process = new PdfProcess(this.#workerUrl, this.#limits)
    this.#all.add(process)
    return process
  }
}

const REFUSALS: Readonly<Record<PdfRefusal, string>> = {
  active:
    'This PDF contains active content, such as links to websites, scripts or attached files. Please print it to a new PDF without them, or upload a photo of each page.',
  damaged: 'This PDF is damaged or incomplete. Please save it again and upload the new file.',
  encrypted: 'This PDF is protected by a password. Please save a copy without the password and upload that.',
  'too-complex': 'This PDF could not be checked in time. Please print it to a new PDF and upload that.',
  'too-many-pages': `This PDF has more than ${MAX_PDF_PAGES} pages. Please upload only the pages that are needed.`,
  unreadable:
    'This PDF is built in a way that can’t be checked. Please print it to a new PDF and upload that.',
}
