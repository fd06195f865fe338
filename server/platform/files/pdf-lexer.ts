/** A thread's position in the grammar: `depth` counts nested strings; -1 inside a comment, 0 outside both. */
interface Thread {
  depth: number
  hasFirst: boolean
  hasPredictor: boolean
}

/** More readings of the same bytes than an honest file ever has. */
const MOST_THREADS = 4
const IN_COMMENT = -1
const STREAM = Buffer.from('stream')
const ENDOBJ = Buffer.from('endobj')
const BACKSLASH = 0x5c
/** What begins and ends strings and comments. */
const GRAMMAR = Buffer.from('%()\r\n')

/**
 * Finds where object streams begin, without trusting anything that says where objects are. Only object streams
 * have `/First` in the dictionary before their data; outlines have it in one without data. So from each
 * `/First` on, the bytes are lexed as a reader starting there would: past strings and comments, up to the word
 * `stream` or `endobj`. All these readings run side by side in one pass; two that reach the same state become
 * one.
 */
export class LexerThreads {
  /** Where the data of object streams begins. */
  readonly objectStreams = new Set<number>()
  /** Whether the file hides an object stream: behind a predictor, or in strings nested too deep to follow. */
  isHiding = false
  #threads: Thread[] = []
  #isEscaped = false

  /** Starts a reading after this name. */
  begin(name: 'First' | 'Predictor'): void {
    this.#add({ depth: 0, hasFirst: name === 'First', hasPredictor: name === 'Predictor' })
  }

  /** Processes a delimiter or white space. Returns how many readings took a step. */
  delimiter(byte: number | undefined): number {
    const isEscaped = this.#isEscaped
    this.#isEscaped = false
    const former = this.#threads
    const { length } = former
    if (length === 0 || byte === undefined || !GRAMMAR.includes(byte)) return length
    const depths = former.map(({ depth }) => depthAfter(depth, byte, isEscaped))
    if (former.every(({ depth }, index) => depth === depths[index])) return length
    this.#threads = []
    former.forEach((thread, index) => {
      this.#add({ ...thread, depth: depths[index] ?? 0 })
    })
    return length
  }

  /** Processes a name. Only its end matters: a backslash there escapes what follows in a string. */
  name(bytes: Buffer, start: number, end: number): void {
    if (this.#threads.length > 0) this.#isEscaped = endsEscaped(bytes, start, end)
  }

  /** Processes a run of other bytes from `start` to `end`. Returns how many readings took a step. */
  word(bytes: Buffer, start: number, end: number): number {
    const { length } = this.#threads
    if (length === 0) return 0
    this.#isEscaped = endsEscaped(bytes, start, end)
    const word = bytes.subarray(start, Math.min(end, start + STREAM.length))
    const isStream = word.equals(STREAM)
    if (!isStream && !word.equals(ENDOBJ)) return length
    const index = this.#threads.findIndex(({ depth }) => depth === 0)
    const [ended] = index < 0 ? [] : this.#threads.splice(index, 1)
    if (isStream && ended?.hasFirst) {
      if (ended.hasPredictor) this.isHiding = true
      this.objectStreams.add(afterLineEnd(bytes, start + STREAM.length))
    }
    return length
  }

  #add(thread: Thread): void {
    const same = this.#threads.find(({ depth }) => depth === thread.depth)
    if (same) {
      same.hasFirst ||= thread.hasFirst
      same.hasPredictor ||= thread.hasPredictor
    } else if (this.#threads.length === MOST_THREADS) this.isHiding = true
    else this.#threads.push(thread)
  }
}

function depthAfter(depth: number, byte: number | undefined, isEscaped: boolean): number {
  switch (byte) {
    case 0x25:
      return depth === 0 ? IN_COMMENT : depth
    case 0x0a:
    case 0x0d:
      return depth === IN_COMMENT ? 0 : depth
    case 0x28:
      return depth === IN_COMMENT || (isEscaped && depth > 0) ? depth : depth + 1
    case 0x29:
      return depth <= 0 || isEscaped ? depth : depth - 1
    default:
      return depth
  }
}

/** Whether the run ends with a backslash that isn't itself escaped. */
function endsEscaped(bytes: Buffer, start: number, end: number): boolean {
  let at = end
  while (at > start && bytes[at - 1] === BACKSLASH) at -= 1
  return (end - at) % 2 === 1
}

function afterLineEnd(bytes: Buffer, from: number): number {
  let at = from
  while (bytes[at] === 0x20 || bytes[at] === 0x0d) at += 1
  return bytes[at] === 0x0a ? at + 1 : at
}
