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
 * store and open it costs as much as to seal it (performance P9). Whoever is too big, or comes when it is full, is read back.
 */
export class PlainShelf {
  #room: number

  constructor(bytes = MOST_OF_ALL) {
    this.#room = bytes
  }

  place(): ShelfPlace {
    // Resizable, and for the reason that `readWhole` gives.
    let memory: ArrayBuffer | undefined = new ArrayBuffer(0, { maxByteLength: MOST_OF_ONE })
    const leave = () => {
      this.#room += memory?.byteLength ?? 0
      memory?.resize(0)
      memory = undefined
    }
    return {
      add: (chunk) => {
        if (!memory) return
        const { byteLength } = memory
        if (chunk.length > this.#room || byteLength + chunk.length > MOST_OF_ONE) return leave()
        this.#room -= chunk.length
        memory.resize(byteLength + chunk.length)
        chunk.copy(Buffer.from(memory, byteLength))
      },
      content: () => memory && Buffer.from(memory),
      leave,
    }
  }
}
