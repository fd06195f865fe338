import { tooBusy } from './parse-slots.ts'

/** Leaves most of the time that a request body may take. */
const WAIT_MS = 45_000
/** A waiting holder takes little memory, but not none. */
const MAX_WAITING = 300

interface BudgetOptions {
  /** The most that all holders may have together, including the reserve. */
  most: number
  /**
   * Kept for the one holder that is let finish first, if holders ask more than once. No holder may ever have
   * more than this.
   */
  reserve?: number
  /** After waiting this long a holder is told to try again later. */
  waitMs?: number
  /** The most that may wait; any more are told to try again later at once. */
  maxWaiting?: number
}

interface Waiting {
  holder: BudgetShare
  bytes: number
  grant(): void
}

/** One piece of work's share of a budget. */
export interface BudgetShare {
  /**
   * Resolves when the holder may have `bytes` more; a request for more than the whole budget gets all of it.
   * Throws UNAVAILABLE if too many are waiting or after a long wait, and the signal's reason if that is aborted
   * first.
   */
  grow(bytes: number, signal?: AbortSignal): Promise<void>
  /** Gives everything back. */
  release(): void
}

/**
 * Bounds the bytes that many holders keep in memory at once. Each holds only what has arrived, so a slow sender
 * costs little; when there is no room, holders wait in order of arrival. If every byte were held by work that
 * waits for more, none would ever be released, so a reserve is kept and lent to the holder with the most bytes,
 * which will be done soonest.
 */
export class ByteBudget {
  readonly #most: number
  readonly #reserve: number
  readonly #waitMs: number
  readonly #maxWaiting: number
  readonly #held = new Map<BudgetShare, number>()
  #free: number
  #waiting: Waiting[] = []
  #favoured: BudgetShare | undefined

  constructor({ most, reserve = 0, waitMs = WAIT_MS, maxWaiting = MAX_WAITING }: BudgetOptions) {
    this.#most = most
    this.#free = most
    this.#reserve = reserve
    this.#waitMs = waitMs
    this.#maxWaiting = maxWaiting
  }

  holder(): BudgetShare {
    const holder: BudgetShare = {
      grow: (bytes, signal) => this.#grow(holder, bytes, signal),
      release: () => {
        this.#free += this.#held.get(holder) ?? 0
        this.#held.delete(holder)
        if (this.#favoured === holder) this.#favoured = undefined
        this.#letIn()
      },
    }
    return holder
  }

  async #grow(holder: BudgetShare, asked: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    const bytes = Math.min(asked, this.#most)
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const leave = (reason: unknown) => {
        end()
        this.#waiting = this.#waiting.filter((other) => other !== waiting)
        reject(reason)
        this.#letIn()
      }
      const onAbort = () => leave(signal?.reason)
      const timer = setTimeout(() => leave(tooBusy()), this.#waitMs)
      signal?.addEventListener('abort', onAbort)
      const waiting: Waiting = {
        holder,
        bytes,
        grant: () => {
          end()
          this.#free -= bytes
          this.#held.set(holder, (this.#held.get(holder) ?? 0) + bytes)
          resolve()
        },
      }
      this.#waiting.push(waiting)
      this.#letIn()
      if (this.#waiting.length > this.#maxWaiting && this.#waiting.at(-1) === waiting) leave(tooBusy())
    })
  }

  #letIn(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#waiting = this.#waiting.filter((other) => other !== next)
      next.grant()
    }
  }

  /** The next holder to be served; if none can be, lends the reserve to one. */
  #next(): Waiting | undefined {
    const favoured = this.#waiting.find(({ holder }) => holder === this.#favoured)
    if (favoured) return favoured
    const [first] = this.#waiting
    if (!first || first.bytes <= this.#free - this.#reserve) return first
    if (this.#favoured || this.#reserve === 0) return undefined
    const heldBy = ({ holder }: Waiting) => this.#held.get(holder) ?? 0
    const nearest = this.#waiting.reduce((most, other) => (heldBy(other) > heldBy(most) ? other : most))
    this.#favoured = nearest.holder
    return nearest
  }
}

/** Memory grows in steps of this size: a small file costs little, and a large one doesn't ask too often. */
const STEP_BYTES = 256 * 1024

/**
 * The memory in which one part of an upload is assembled, within a budget. It is resizable, so that released
 * memory returns to the system at once (security B13).
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

  /**
   * Takes as much of `chunk` as fits, after waiting for room, and returns how many bytes. Throws what
   * `BudgetShare.grow` throws.
   */
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

  /** What was added since the last release; invalid after the next one. */
  content(): Buffer {
    return Buffer.from(this.#memory, 0, this.#filled)
  }

  release(): void {
    this.#memory.resize(0)
    this.#filled = 0
    this.#holder.release()
  }

  /** Leaves the memory to the garbage collector, because a failed request may still be reading it. */
  abandon(): void {
    this.#memory = new ArrayBuffer(0)
    this.#filled = 0
    this.#holder.release()
  }
}
