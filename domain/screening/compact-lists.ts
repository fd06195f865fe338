/** Arrays of numbers by name, of the types given in a table. */
export type PartsOf<T> = {
  [K in keyof T]: T[K] extends Float32ArrayConstructor
    ? Float32Array<ArrayBuffer>
    : T[K] extends Uint8ArrayConstructor
      ? Uint8Array<ArrayBuffer>
      : Uint32Array<ArrayBuffer>
}

const FIRST_ROOM = 1024

/** A growing list of whole numbers, of any length; together they take little more than four bytes each. */
export class GrowingNumbers {
  private values = new Uint32Array(FIRST_ROOM)
  length = 0

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Uint32Array(this.length * 2)
      larger.set(this.values)
      this.values = larger
    }
    this.values[this.length++] = value
  }

  /** Returns the current numbers without copying them. */
  all(): Uint32Array {
    return this.values.subarray(0, this.length)
  }

  /** Returns the numbers in memory of their own, and empties the list. */
  take(): Uint32Array<ArrayBuffer> {
    const taken = this.values.slice(0, this.length)
    this.values = new Uint32Array(FIRST_ROOM)
    this.length = 0
    return taken
  }
}

/** Lists of numbers stored one after another; the list of `place` is between two of the ends. */
export interface CompactLists {
  ends: Uint32Array<ArrayBuffer>
  values: Uint32Array<ArrayBuffer>
}

/** Sorts numbers into `count` lists: the one at each index into the list of its place. Each list keeps their order. */
export function compactLists(count: number, places: Uint32Array, values: Uint32Array): CompactLists {
  const ends = new Uint32Array(count + 1)
  for (const place of places) ends[place + 1] = at(ends, place + 1) + 1
  for (let place = 0; place < count; place++) ends[place + 1] = at(ends, place + 1) + at(ends, place)
  const next = ends.slice(0, count)
  const sorted = new Uint32Array(values.length)
  for (let index = 0; index < values.length; index++) {
    const place = at(places, index)
    sorted[at(next, place)] = at(values, index)
    next[place] = at(next, place) + 1
  }
  return { ends, values: sorted }
}

/** Returns the list of a place. */
export function listAt({ ends, values }: CompactLists, place: number): Uint32Array {
  return values.subarray(at(ends, place), at(ends, place + 1))
}

/** Numbers looked up by the hash of a key. They may include numbers of other keys. */
export class HashedLists {
  readonly lists: CompactLists

  constructor(lists: CompactLists) {
    this.lists = lists
  }

  static of(hashes: Uint32Array, values: Uint32Array): HashedLists {
    let count = 16
    while (count < values.length) count *= 2
    return new HashedLists(
      compactLists(
        count,
        hashes.map((hash) => hash % count),
        values,
      ),
    )
  }

  find(hash: number): Uint32Array {
    return listAt(this.lists, hash % (this.lists.ends.length - 1))
  }
}

/** Texts stored one after another, as bytes. */
export class CompactTexts {
  readonly ends: Uint32Array<ArrayBuffer>
  readonly bytes: Uint8Array<ArrayBuffer>

  constructor(ends: Uint32Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>) {
    this.ends = ends
    this.bytes = bytes
  }

  static of(texts: Iterable<string>): CompactTexts {
    const ends = new GrowingNumbers()
    ends.push(0)
    let bytes = new Uint8Array(4096)
    let length = 0
    for (const text of texts) {
      // No character takes more than three bytes per code unit.
      while (length + text.length * 3 > bytes.length) {
        const larger = new Uint8Array(bytes.length * 2)
        larger.set(bytes)
        bytes = larger
      }
      length += ENCODER.encodeInto(text, bytes.subarray(length)).written
      ends.push(length)
    }
    return new CompactTexts(ends.all().slice(), bytes.slice(0, length))
  }

  get(index: number): string {
    return DECODER.decode(this.bytes.subarray(at(this.ends, index), at(this.ends, index + 1)))
  }
}

const ENCODER = new TextEncoder()
const DECODER = new TextDecoder()

/** Returns the number at an index that is known to exist. */
export function at(values: Uint32Array | Float32Array | Uint8Array, index: number): number {
  return values[index] as number
}
