import { statfs } from 'node:fs/promises'
import { AppError } from '#server/platform/http/app-error.ts'

const MEBIBYTE = 1024 * 1024
/** With less room than this, writing stops while reading continues (security B05). */
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
  /** Asks the file system; tests replace it to simulate a full disk. */
  measure?: (dir: string) => Promise<Volume>
}

/** The error for a write that was refused for lack of room. */
export function storageFull(cause?: unknown): AppError {
  return new AppError(
    'STORAGE_FULL',
    'Nothing can be stored at the moment because storage is full. Please try again in a few minutes.',
    { retryAfter: RETRY_SECONDS },
    { cause },
  )
}

/** Watches the free space on a folder's volume; asks the file system at most once a second. */
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

  /** Bytes that this account may still write. */
  async freeBytes(): Promise<number> {
    const at = this.#now()
    // A clock that was set back must not freeze an old answer.
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

  /** Throws STORAGE_FULL if less than the minimum is free (security B05). */
  async assertRoom(): Promise<void> {
    if (!(await this.hasRoom())) throw storageFull()
  }
}
