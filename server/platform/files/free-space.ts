import { statfs } from 'node:fs/promises'
import { AppError } from '#server/platform/http/app-error.ts'

const MEBIBYTE = 1024 * 1024
/** Below this much room, writing stops while reading continues (security B05). */
export const MIN_FREE_BYTES = 256 * MEBIBYTE
const REMEMBER_MS = 1_000
const RETRY_SECONDS = 30

interface Volume {
  bavail: number
  bsize: number
}

interface FreeSpaceOptions {
  minBytes?: number
  now?: () => number
  /** Asks the file system; replaced where a full disk has to be shown. */
  measure?: (dir: string) => Promise<Volume>
}

/** The refusal of a write for lack of room. */
export function storageFull(cause?: unknown): AppError {
  return new AppError(
    'STORAGE_FULL',
    'Files can’t be stored at the moment because storage is full. Please try again in a few minutes.',
    { retryAfter: RETRY_SECONDS },
    { cause },
  )
}

/** Watches the room left on the volume of a folder; asks the file system at most once a second. */
export class FreeSpaceGuard {
  readonly #dir: string
  readonly #minBytes: number
  readonly #now: () => number
  readonly #measure: (dir: string) => Promise<Volume>
  #known: { at: number; bytes: Promise<number> } | undefined

  constructor(
    dir: string,
    { minBytes = MIN_FREE_BYTES, now = Date.now, measure = statfs }: FreeSpaceOptions = {},
  ) {
    this.#dir = dir
    this.#minBytes = minBytes
    this.#now = now
    this.#measure = measure
  }

  /** Bytes this account may still write. */
  async freeBytes(): Promise<number> {
    const at = this.#now()
    // A clock that stepped back must not freeze an old answer.
    if (!this.#known || Math.abs(at - this.#known.at) >= REMEMBER_MS) {
      const bytes = this.#measure(this.#dir).then((volume) => volume.bavail * volume.bsize)
      this.#known = { at, bytes }
      bytes.catch(() => {
        this.#known = undefined
      })
    }
    return this.#known.bytes
  }

  async hasRoom(): Promise<boolean> {
    return (await this.freeBytes()) >= this.#minBytes
  }

  /** Throws STORAGE_FULL when less than the minimum is left (security B05). */
  async assertRoom(): Promise<void> {
    if (!(await this.hasRoom())) throw storageFull()
  }
}
