import type { Readable } from 'node:stream'
import { MAX_PDF_PAGES } from '#contract/file-types.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { PdfRefusal, PdfVerdict } from './pdf-inbox.ts'
import { answerOrOutage } from './pdf-outage.ts'
import { PdfPool } from './pdf-pool.ts'
import { OVER_LIMIT, type PdfLimits } from './pdf-process.ts'

interface PdfCheckerOptions extends Partial<PdfLimits> {
  maxPages?: number
  /** A process without work for this long ends and frees its memory. */
  idleMs?: number
  /** Its program, if it isn't in its usual place, as in a bundled server. */
  workerUrl?: URL
}

const LIMITS: PdfLimits = {
  timeLimitMs: 10_000,
  processorLimitMs: 4000,
  memoryLimitBytes: 384 * 1024 * 1024,
}

/** Checks PDFs in separate processes with bounded memory and time. */
export class PdfChecker {
  readonly #maxPages: number
  readonly #processes: PdfPool<PdfVerdict>

  constructor({ maxPages, idleMs, workerUrl, ...limits }: PdfCheckerOptions = {}) {
    this.#maxPages = maxPages ?? MAX_PDF_PAGES
    const url = workerUrl ?? new URL('./pdf-worker.ts', import.meta.url)
    this.#processes = new PdfPool({ ...LIMITS, ...limits, url, draws: false }, idleMs)
  }

  /**
   * Checks a whole PDF of exactly `bytes` bytes. Throws UNSAFE_FILE with what to do about it (security R41, R42), and
   * UNAVAILABLE if that can't be told now.
   */
  async check(content: Readable, bytes: number): Promise<{ pages: number }> {
    const job = { bytes, number: this.#maxPages }
    const found = await answerOrOutage(this.#processes.ask(content, job))
    if (found === OVER_LIMIT) throw new AppError('UNSAFE_FILE', REFUSALS['too-complex'])
    if (found.kind === 'refused') throw new AppError('UNSAFE_FILE', REFUSALS[found.reason])
    return { pages: found.pages }
  }

  /** Ends the processes; a check in progress fails. */
  close(): Promise<void> {
    return this.#processes.close()
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
