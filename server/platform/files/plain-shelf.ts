const MEBIBYTE = 1024 * 1024
/** Of one file, and of all that are on their way in. */
const MOST_OF_ONE = 8 * MEBIBYTE
const MOST_OF_ALL = 16 * MEBIBYTE

/** One file's place on the shelf. */
export interface ShelfPlace {
  /** Takes the next piece; from the first one for which there is no room, the file is not kept. */
  add(chunk: Buffer): void
  /** All that was added, until the place is left; undefined where there was no room for it. */
  content(): Buffer | undefined
  /** Makes room for others, whose content must not be used any more. */
  leave(): void
}

/**
 * Keeps small files in memory from their arrival until they are checked, as far as there is room: to read one back from the
 * store and open it costs as much as to seal it (performance P9). What is too big, or comes when it is full, is read back.
 * Once used, the shelf keeps its memory.
 */
export class PlainShelf {
  #room: number
  /**
   * What was left, the largest last, for the next ones: memory that is new from the system costs more than all that is done
   * with it.
   */
  readonly #spare: ArrayBuffer[] = []

  constructor(bytes = MOST_OF_ALL) {
    this.#room = bytes
  }

  place(): ShelfPlace {
    const memory = this.#spare.pop() ?? new ArrayBuffer(0, { maxByteLength: MOST_OF_ONE })
    let filled: number | undefined = 0
    const leave = () => {
      if (filled === undefined) return
      // No one's document stays in memory.
      Buffer.from(memory, 0, filled).fill(0)
      this.#spare.push(memory)
      this.#spare.sort((one, other) => one.byteLength - other.byteLength)
      filled = undefined
    }
    return {
      add: (chunk) => {
        if (filled === undefined) return
        if (!this.#hasRoom(memory, filled + chunk.length)) return leave()
        filled += chunk.copy(Buffer.from(memory, filled))
      },
      content: () => (filled === undefined ? undefined : Buffer.from(memory, 0, filled)),
      leave,
    }
  }

  /** Whether `memory` has that many bytes, or could be given them; resizable for the reason that `readWhole` gives. */
  #hasRoom(memory: ArrayBuffer, bytes: number): boolean {
    const more = bytes - memory.byteLength
    if (more <= 0) return true
    if (bytes > MOST_OF_ONE) return false
    while (more > this.#room) {
      const spare = this.#spare.shift()
      if (!spare) return false
      this.#room += spare.byteLength
      spare.resize(0)
    }
    this.#room -= more
    memory.resize(bytes)
    return true
  }
}
