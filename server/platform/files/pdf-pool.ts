import type { Readable } from 'node:stream'
import type { PdfJob } from './pdf-inbox.ts'
import { type OVER_LIMIT, PdfProcess, type PdfProgram } from './pdf-process.ts'

/**
 * Processes of one program that work on PDFs, each on one file at a time: a hostile file can at most waste its own limit. A
 * process starts with a file that finds none free, and ends when there is nothing more to do. How many there are at once is
 * up to the parse slots.
 */
export class PdfPool<Answer> {
  readonly #program: PdfProgram
  readonly #idleMs: number
  readonly #all = new Set<PdfProcess<Answer>>()
  #free: PdfProcess<Answer>[] = []
  #idle: NodeJS.Timeout | undefined

  /** A process's memory is given back after `idleMs` without work. */
  constructor(program: PdfProgram, idleMs = 30_000) {
    this.#program = program
    this.#idleMs = idleMs
  }

  /** Has a free process work on the whole PDF of exactly that many bytes. */
  async ask(content: Readable, job: PdfJob): Promise<Answer | typeof OVER_LIMIT> {
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

  /** Ends the processes. Work that is under way fails. */
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
