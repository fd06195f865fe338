import type { Readable } from 'node:stream'
import type { PdfJob } from './pdf-inbox.ts'
import { PdfProcess, type PdfProgram, type PdfStop } from './pdf-process.ts'

/**
 * Processes of one program that work on PDFs, one file at a time each: a hostile file can waste its own limit
 * at most. A process starts for a file that finds none free, and ends when there is no more to do. The parse
 * slots bound how many there are.
 */
export class PdfPool<Answer> {
  readonly #program: PdfProgram
  readonly #idleMs: number
  readonly #all = new Set<PdfProcess<Answer>>()
  #free: PdfProcess<Answer>[] = []
  #idle: NodeJS.Timeout | undefined

  /** A process without work for `idleMs` ends and frees its memory. */
  constructor(program: PdfProgram, idleMs = 30_000) {
    this.#program = program
    this.#idleMs = idleMs
  }

  /** Has a free process work on a whole PDF of exactly `bytes` bytes. */
  async ask(content: Readable, job: PdfJob): Promise<Answer | PdfStop> {
    clearTimeout(this.#idle)
    const process = this.#freeProcess()
    try {
      return await process.ask(content, job)
    } finally {
      if (process.isAlive && this.#all.has(process)) this.#free.push(process)
      else this.#all.delete(process)
      if (this.#free.length === this.#all.size)
        this.#idle = setTimeout(() => void this.close(), this.#idleMs).unref()
    }
  }

  /** Ends the processes; work in progress fails. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    for (const process of this.#all) process.close()
    this.#all.clear()
    this.#free = []
  }

  #freeProcess(): PdfProcess<Answer> {
    for (let free = this.#free.pop(); free; free = this.#free.pop()) {
      if (free.isAlive) return free
      this.#all.delete(free)
    }
    const process = new PdfProcess<Answer>(this.#program)
    this.#all.add(process)
    return process
  }
}
