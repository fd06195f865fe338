import { Readable } from 'node:stream'
import type { RawReading } from '#domain/reading/raw-reading.ts'
import { PdfPool } from '#server/platform/files/pdf-pool.ts'
import { OUT_OF_TIME, OVER_LIMIT, type PdfLimits } from '#server/platform/files/pdf-process.ts'
import type { Wanted } from './picture-reader.ts'

/** A reader's tasks, by number: what to find in a picture, or the text of a PDF, or the grid of its picture. */
export const READING_TASKS = ['code', 'print', 'both', 'text', 'grid'] as const satisfies readonly (
  | Wanted
  | 'text'
  | 'grid'
)[]
export type ReadingTask = (typeof READING_TASKS)[number]

export type ReadingAnswer = { kind: 'read'; raw: RawReading } | { kind: 'failed' }

/** A page takes a second, longer on a busy machine. */
const LIMITS: PdfLimits = {
  timeLimitMs: 60_000,
  processorLimitMs: 20_000,
  memoryLimitBytes: 700 * 1024 * 1024,
}

/** Increase with each change of what is read and how; stored with each result. */
export const READER_VERSION = 9

/**
 * Reads pictures and PDFs in a separate process with bounded memory and time, started with the first and ended
 * after the last.
 */
export class DocumentReader {
  readonly #processes: PdfPool<ReadingAnswer>

  constructor({ workerUrl, ...limits }: Partial<PdfLimits> & { workerUrl?: URL } = {}) {
    const url = workerUrl ?? new URL('./reading-worker.ts', import.meta.url)
    this.#processes = new PdfPool({ ...LIMITS, ...limits, url, draws: true })
  }

  /**
   * What is found on it; null if it can't be read, or exceeds its limits. Throws if the process fails for a
   * reason of its own.
   */
  async read(file: Buffer, task: ReadingTask): Promise<RawReading | null> {
    const job = { bytes: file.length, number: READING_TASKS.indexOf(task) }
    const answer = await this.#processes.ask(Readable.from([file]), job)
    if (answer === OVER_LIMIT || answer === OUT_OF_TIME) return null
    return answer.kind === 'failed' ? null : answer.raw
  }

  close(): Promise<void> {
    return this.#processes.close()
  }
}
