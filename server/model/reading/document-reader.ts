import { Readable } from 'node:stream'
import type { RawReading } from '#domain/reading/raw-reading.ts'
import { PdfPool } from '#server/platform/files/pdf-pool.ts'
import { OVER_LIMIT, type PdfLimits } from '#server/platform/files/pdf-process.ts'
import { READING_TASKS, type ReadingAnswer, type ReadingTask } from './reading-tasks.ts'

/** A page takes a second; a busy machine takes longer. */
const LIMITS: PdfLimits = {
  timeLimitMs: 60_000,
  processorLimitMs: 20_000,
  memoryLimitBytes: 700 * 1024 * 1024,
}

/** Changed with each change of what is read and how, and kept with what was read. */
export const READER_VERSION = 3

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
