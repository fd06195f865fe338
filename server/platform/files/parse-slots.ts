import { AppError } from '#server/platform/http/app-error.ts'

interface SlotOptions {
  /** The most jobs that run at once (security R42). */
  maxRunning?: number
  /** The most PDFs among them. */
  maxPdfs?: number
  /** The most heavy pictures among them. */
  maxHeavy?: number
  /** The most total cost that runs at once, in bytes of content held in memory. */
  maxCost?: number
  /** The most jobs that may wait; further ones are told to try again later. */
  maxWaiting?: number
}

/** A heavy picture takes seconds and much memory, so that others must not wait behind it. */
type Kind = 'picture' | 'heavy picture' | 'pdf'

interface Job {
  /** Whose file it is: one at a time per person. */
  person: string
  kind: Kind
  /** Bytes of content that it holds in the server's memory. */
  cost: number
}

interface Waiting extends Job {
  start(): void
}

/** A person with files that are being checked or waiting. */
interface Party {
  isRunning: boolean
  /** When one of their files was last started, as a count of starts; 0 before the first. */
  servedAt: number
  waiting: Waiting[]
}

const MEBIBYTE = 1024 * 1024
const RETRY_SECONDS = 10

/**
 * Lets a few files be checked at once, and bounds how much of them is in memory (security R42, B13). People
 * take turns: a free place goes to the person who has waited longest since one of their files was started, so that
 * someone with ten files delays anyone else by one file at most. PDFs are checked outside the server's memory
 * and don't wait for pictures; heavy pictures wait for each other, and take no place while they do.
 */
export class ParseSlots {
  readonly #maxRunning: number
  /** The most of each kind. */
  readonly #most: Readonly<Record<Kind, number>>
  readonly #maxCost: number
  readonly #maxWaiting: number
  readonly #parties = new Map<string, Party>()
  #running = 0
  readonly #runningOf: Record<Kind, number> = { picture: 0, 'heavy picture': 0, pdf: 0 }
  #cost = 0
  #waiting = 0
  #starts = 0

  constructor(options: SlotOptions = {}) {
    const { maxRunning = 4, maxPdfs = 2, maxHeavy = 1, maxCost = 32 * MEBIBYTE, maxWaiting = 300 } = options
    this.#maxRunning = maxRunning
    this.#most = { picture: maxRunning, 'heavy picture': maxHeavy, pdf: maxPdfs }
    this.#maxCost = maxCost
    this.#maxWaiting = maxWaiting
  }

  /**
   * Runs `act` when it is its turn and there is room for its cost; a job that costs more than the whole budget
   * runs without any other that costs. Throws UNAVAILABLE if too many are waiting, and the reason of `signal`
   * if that is aborted first.
   */
  async run<T>(job: Job, act: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const own = { ...job, cost: Math.min(job.cost, this.#maxCost) }
    await this.#enter(own, signal)
    try {
      return await act()
    } finally {
      this.#leave(own)
      this.#startNext()
    }
  }

  #enter(job: Job, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    return new Promise((resolve, reject) => {
      const party = this.#partyOf(job.person)
      const onAbort = () => {
        this.#withdraw(waiting)
        reject(signal?.reason)
        // The one that left may have held up a smaller one behind it.
        this.#startNext()
      }
      const waiting: Waiting = {
        ...job,
        start: () => {
          signal?.removeEventListener('abort', onAbort)
          resolve()
        },
      }
      party.waiting.push(waiting)
      this.#waiting += 1
      this.#startNext()
      if (!party.waiting.includes(waiting)) return
      if (this.#waiting > this.#maxWaiting) {
        this.#withdraw(waiting)
        reject(tooBusy())
      } else signal?.addEventListener('abort', onAbort)
    })
  }

  #partyOf(person: string): Party {
    const party = this.#parties.get(person) ?? { isRunning: false, servedAt: 0, waiting: [] }
    this.#parties.set(person, party)
    return party
  }

  #withdraw(waiting: Waiting) {
    const party = this.#partyOf(waiting.person)
    party.waiting = party.waiting.filter((other) => other !== waiting)
    this.#waiting -= 1
    this.#forget(waiting.person, party)
  }

  #leave({ person, kind, cost }: Job) {
    const party = this.#partyOf(person)
    party.isRunning = false
    this.#running -= 1
    this.#runningOf[kind] -= 1
    this.#cost -= cost
    this.#forget(person, party)
  }

  #forget(person: string, { isRunning, waiting }: Party) {
    if (!isRunning && waiting.length === 0) this.#parties.delete(person)
  }

  #startNext() {
    const inTurn = [...this.#parties.values()]
      .filter(({ isRunning, waiting }) => !isRunning && waiting.length > 0)
      .sort((left, right) => left.servedAt - right.servedAt)
    let isFull = false
    for (const party of inTurn) {
      const [next] = party.waiting
      if (!next || this.#running >= this.#maxRunning) return
      if (this.#runningOf[next.kind] >= this.#most[next.kind]) continue
      // A job with a cost never overtakes one that waits for more room.
      isFull ||= next.cost > 0 && this.#cost + next.cost > this.#maxCost
      if (next.cost > 0 && isFull) continue
      party.waiting.shift()
      party.isRunning = true
      party.servedAt = ++this.#starts
      this.#waiting -= 1
      this.#running += 1
      this.#runningOf[next.kind] += 1
      this.#cost += next.cost
      next.start()
    }
  }
}

/** The error for a file while too many others are being checked. */
export function tooBusy(): AppError {
  return new AppError(
    'UNAVAILABLE',
    'Too many files are being checked at the moment. Please try again shortly.',
    {
      retryAfter: RETRY_SECONDS,
    },
  )
}
