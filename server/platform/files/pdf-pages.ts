import type { Readable } from 'node:stream'
import { AppError } from '#server/platform/http/app-error.ts'
import type { DrawnPage } from './pdf-inbox.ts'
import { answerOrOutage } from './pdf-outage.ts'
import { PdfPool } from './pdf-pool.ts'
import { OVER_LIMIT, type PdfLimits } from './pdf-process.ts'

/**
 * More than a check may take, because some pages render slowly and a scan is decoded whole: one of A4 in colour at 600
 * dots per inch takes 640 MB and a few seconds.
 */
const LIMITS: PdfLimits = {
  timeLimitMs: 30_000,
  processorLimitMs: 10_000,
  memoryLimitBytes: 768 * 1024 * 1024,
}
/** A page of noise at full size has less. */
const MAX_PICTURE_BYTES = 16 * 1024 * 1024
/** How long a page that reached a limit isn't tried again: each try costs as much as the first. */
const TOO_SLOW_MINUTES = 10
/** The most pages that are remembered as too slow; the oldest is forgotten first. */
const MAX_TOO_SLOW = 1000
/** What someone is told whose PDF no one could read on a screen. */
const FIRST_PAGE = {
  unreadable:
    'We can’t show the first page of this PDF. Please print it to a new PDF, or upload a photo of each page.',
  tooSlow:
    'The first page of this PDF takes too long to show. Please print it to a new PDF, or upload a photo of each page.',
  blank:
    'The first page of this PDF is empty. Please upload a PDF that starts with your document, or a photo of each page.',
} as const
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])

/** A stored PDF, to tell it from others, and its size. */
interface PdfFile {
  key: string
  bytes: number
}

/**
 * Renders pages of PDFs in separate processes with bounded memory and time, so that no browser reads the PDF
 * itself.
 */
export class PdfPages {
  readonly #processes: PdfPool<DrawnPage>
  /** Until when a page isn't tried again, by file and page. */
  readonly #tooSlow = new Map<string, number>()

  constructor({ workerUrl, ...limits }: Partial<PdfLimits> & { workerUrl?: URL } = {}) {
    const url = workerUrl ?? new URL('./pdf-page-worker.ts', import.meta.url)
    this.#processes = new PdfPool({ ...LIMITS, ...limits, url, draws: true })
  }

  /**
   * The first page of a PDF of exactly `bytes` bytes that was just uploaded, as a JPEG. Throws UNSAFE_FILE with what
   * to do if there is nothing to see on it, and UNAVAILABLE if that can't be told now.
   */
  async drawFirst(content: Readable, bytes: number): Promise<Buffer> {
    const drawn = await this.#ask(content, bytes, 1)
    if (drawn === OVER_LIMIT) throw new AppError('UNSAFE_FILE', FIRST_PAGE.tooSlow)
    if (drawn.kind === 'refused') throw new AppError('UNSAFE_FILE', FIRST_PAGE.unreadable)
    if (drawn.isBlank) throw new AppError('UNSAFE_FILE', FIRST_PAGE.blank)
    return asJpeg(drawn.jpeg)
  }

  /** Throws UNSAFE_FILE if the page of this file took too long a short while ago; to be called before any work. */
  assertNotTooSlow(key: string, page: number): void {
    const until = this.#tooSlow.get(`${key} ${page}`)
    if (until !== undefined && performance.now() < until) throw tooSlow()
  }

  /**
   * One page of the PDF with this key and exactly `bytes` bytes, as a JPEG. Throws NOT_FOUND if there is no such
   * page, UNSAFE_FILE if it can't be rendered, and UNAVAILABLE if it can't be now.
   */
  async draw(content: Readable, { key, bytes }: PdfFile, page: number): Promise<Buffer> {
    const drawn = await this.#ask(content, bytes, page)
    if (drawn === OVER_LIMIT) {
      this.#rememberTooSlow(`${key} ${page}`)
      throw tooSlow()
    }
    if (drawn.kind === 'drawn') return asJpeg(drawn.jpeg)
    throw drawn.reason === 'no-such-page'
      ? new AppError('NOT_FOUND', 'The document has no such page.')
      : new AppError('UNSAFE_FILE', 'We can’t show this page. Download the original to see it.')
  }

  #ask(content: Readable, bytes: number, page: number) {
    return answerOrOutage(this.#processes.ask(content, { bytes, number: page }))
  }

  #rememberTooSlow(place: string): void {
    this.#tooSlow.delete(place)
    this.#tooSlow.set(place, performance.now() + TOO_SLOW_MINUTES * 60_000)
    const [oldest] = this.#tooSlow.keys()
    if (this.#tooSlow.size > MAX_TOO_SLOW && oldest) this.#tooSlow.delete(oldest)
  }

  /** Ends the processes; a page in progress fails. */
  close(): Promise<void> {
    return this.#processes.close()
  }
}

function tooSlow(): AppError {
  return new AppError(
    'UNSAFE_FILE',
    `This page takes too long to show. Download the original, or try again in ${TOO_SLOW_MINUTES} minutes.`,
  )
}

/**
 * Output of a process that read a hostile file is trusted to be a picture by its first bytes only; browsers are
 * told not to sniff.
 */
function asJpeg(bytes: Uint8Array): Buffer {
  const jpeg = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (jpeg.length > MAX_PICTURE_BYTES || !jpeg.subarray(0, 3).equals(JPEG_START))
    throw new Error('A PDF process answered with no picture')
  return jpeg
}
