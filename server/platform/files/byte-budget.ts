import { tooBusy } from './parse-slots.ts'

/** A wait leaves most of the time that a body may take. */
const WAIT_MS = 45_000
/** One that waits holds little, and not nothing. */
const MAX_WAITING = 300

interface BudgetOptions {
  /** Held by all together, the reserve included. */
  most: number
  /** Kept back for the one that is let finish first, where holders ask more than once; none may ever hold more. */
  reserve?: number
  /** One that had to wait so long is told to come back. */
  waitMs?: number
  /** As many may wait; more are told to come back at once. */
  maxWaiting?: number
}

interface Waiting {
  holder: BudgetShare
  bytes: number
  grant(): void
}

/** What one piece of work holds of a budget. */
export interface BudgetShare {
  /**
   * Resolves when the holder may have so many bytes more; of more than there are it gets all. Throws UNAVAILABLE where too
   * many wait and after a long wait, and the signal's reason when that is aborted before.
   */
  grow(bytes: number, signal?: AbortSignal): Promise<void>
  /** Gives back all it holds. */
  release(): void
}

/**
 * Bounds the bytes that many hold in memory at once. Each holds what has reached it and no more, so that a slow sender
 * costs little; who finds no room waits in the order of coming. Were all of it held by work that waits for more, nothing
 * would ever be given back: so a reserve is kept, and lent to the one that holds the most and is therefore done soonest.
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

  /** Who may have its bytes now; finds whom to lend the reserve to where no one could. */
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
