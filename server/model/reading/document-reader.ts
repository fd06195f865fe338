import { Readable } from 'node:stream'
import type { RawReading } from '#domain/reading/raw-reading.ts'
import { PdfPool } from '#server/platform/files/pdf-pool.ts'
import { OVER_LIMIT, type PdfLimits } from '#server/platform/files/pdf-process.ts'
import type { Wanted } from './picture-reader.ts'

/** What a reader is asked for, by its number: what to look for on a picture, or the text of a PDF. */
export const READING_TASKS = ['code', 'print', 'both', 'text'] as const satisfies readonly (Wanted | 'text')[]
export type ReadingTask = (typeof READING_TASKS)[number]

export type ReadingAnswer = { kind: 'read'; raw: RawReading } | { kind: 'failed' }

/** A page takes a second; a busy machine takes longer. */
const LIMITS: PdfLimits = {
  timeLimitMs: 60_000,
  processorLimitMs: 20_000,
  memoryLimitBytes: 700 * 1024 * 1024,
}

/** Changed with each change of what is read and how, and kept with what was read. */
export const READER_VERSION = 6

/** Reads pictures and PDFs in a process of its own, started with the first and ended after the last, with bounded memory and time. */
export class DocumentReader {
  readonly #processes: PdfPool<ReadingAnswer>

  constructor({ workerUrl, ...limits }: Partial<PdfLimits> & { workerUrl?: URL } = {}) {
    const url = workerUrl ?? new URL('./reading-worker.ts', import.meta.url)
    this.#processes = new PdfPool({ ...LIMITS, ...limits, url, draws: true })
  }

  /** What is seen on it; null where it can't be read, or takes more than it may. Throws where the process fails for a reason of its own. */
  async read(file: Buffer, task: ReadingTask): Promise<RawReading | null> {
    const job = { bytes: file.length, number: READING_TASKS.indexOf(task) }
    const answer = await this.#processes.ask(Readable.from([file]), job)
    return answer === OVER_LIMIT || answer.kind === 'failed' ? null : answer.raw
  }

  close(): Promise<void> {
    return this.#processes.close()
  }
}
