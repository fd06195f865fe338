import type { BudgetShare } from './byte-budget.ts'

/** What memory grows by: a small file costs little, and a large one asks not too often. */
const STEP_BYTES = 256 * 1024

/**
 * The memory in which one part of an upload is put together, within a budget. Resizable, so that
 * what is released is back with the system at once (security B13).
 */
export class PartMemory {
  readonly #holder: BudgetShare
  readonly #most: number
  #memory: ArrayBuffer
  #filled = 0

  constructor(holder: BudgetShare, most: number) {
    this.#holder = holder
    this.#most = most
    this.#memory = new ArrayBuffer(0, { maxByteLength: most })
  }

  /** Takes what fits of `chunk` and returns how much that was; waits for room. Throws what `Holder.grow` throws. */
  async add(chunk: Buffer, signal: AbortSignal | undefined): Promise<number> {
    const end = Math.min(this.#filled + chunk.length, this.#most)
    const missing = end - this.#memory.byteLength
    if (missing > 0) {
      const size = Math.min(this.#memory.byteLength + Math.max(missing, STEP_BYTES), this.#most)
      await this.#holder.grow(size - this.#memory.byteLength, signal)
      this.#memory.resize(size)
    }
    const taken = chunk.copy(Buffer.from(this.#memory, this.#filled, end - this.#filled))
    this.#filled += taken
    return taken
  }

  get isFull(): boolean {
    return this.#filled === this.#most
  }

  /** What was added since the last release; must not be used after the next one. */
  content(): Buffer {
    return Buffer.from(this.#memory, 0, this.#filled)
  }

  release(): void {
    this.#memory.resize(0)
    this.#filled = 0
    this.#holder.release()
  }

  /** Leaves the memory to the collector, for a request that failed may still be reading it. */
  abandon(): void {
    this.#memory = new ArrayBuffer(0)
    this.#filled = 0
    this.#holder.release()
  }
}
