import { AppError } from '#server/platform/http/app-error.ts'

interface SlotOptions {
  /** Jobs that run at once (security R42). */
  maxRunning?: number
  /** Sum of the costs that run at once, in bytes of content held in memory. */
  maxCost?: number
  /** Jobs that may wait; more are told to come back. */
  maxWaiting?: number
}

interface Waiting {
  cost: number
  start(): void
}

const MEBIBYTE = 1024 * 1024
const RETRY_SECONDS = 10

/** Lets few files be decoded at once, in the order they came, and bounds how much of them is in memory (security R42, B13). */
export class ParseSlots {
  readonly #maxRunning: number
  readonly #maxCost: number
  readonly #maxWaiting: number
  #running = 0
  #cost = 0
  #waiting: Waiting[] = []

  constructor({ maxRunning = 4, maxCost = 32 * MEBIBYTE, maxWaiting = 100 }: SlotOptions = {}) {
    this.#maxRunning = maxRunning
    this.#maxCost = maxCost
    this.#maxWaiting = maxWaiting
  }

  /**
   * Runs `job` when there is room for its cost; one that costs more than all there is runs alone. Throws UNAVAILABLE
   * when too many wait, and the reason of `signal` when that is aborted before the job has begun.
   */
  async run<T>(cost: number, job: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const ownCost = Math.min(cost, this.#maxCost)
    await this.#enter(ownCost, signal)
    try {
      return await job()
    } finally {
      this.#running -= 1
      this.#cost -= ownCost
      this.#startNext()
    }
  }

  #enter(cost: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting)
        reject(signal?.reason)
        // The one that left may have held up a smaller one behind it.
        this.#startNext()
      }
      const waiting: Waiting = {
        cost,
        start: () => {
          signal?.removeEventListener('abort', onAbort)
          resolve()
        },
      }
      this.#waiting.push(waiting)
      this.#startNext()
      if (!this.#waiting.includes(waiting)) return
      if (this.#waiting.length > this.#maxWaiting) {
        this.#waiting.pop()
        reject(tooBusy())
      } else signal?.addEventListener('abort', onAbort)
    })
  }

  #startNext() {
    for (let next = this.#waiting[0]; next && this.#hasRoomFor(next.cost); next = this.#waiting[0]) {
      this.#waiting.shift()
      this.#running += 1
      this.#cost += next.cost
      next.start()
    }
  }

  #hasRoomFor(cost: number): boolean {
    return this.#running < this.#maxRunning && this.#cost + cost <= this.#maxCost
  }
}

/** The refusal of a file while too many others are on their way. */
export function tooBusy(): AppError {
  return new AppError(
    'UNAVAILABLE',
    'Too many files are being checked at the moment. Please try again shortly.',
    {
      retryAfter: RETRY_SECONDS,
    },
  )
}
