import { inflateSync } from 'node:zlib'
import { LexerThreads } from './pdf-lexer.ts'

/**
 * Names that appear only in a PDF that does something, leads out of itself, contains other files, or is
 * encrypted (security R41). Each is long enough that compressed pictures don't contain it by chance.
 */
const ACTIVE_NAMES: ReadonlySet<string> = new Set([
  'EmbeddedFile',
  'EmbeddedFiles',
  'GoTo3DView',
  'GoToDp',
  'GoToE',
  'GoToR',
  'ImportData',
  'JavaScript',
  'Launch',
  'Movie',
  'Rendition',
  'ResetForm',
  'RichMedia',
  'RichMediaExecute',
  'SetOCGState',
  'Sound',
  'SubmitForm',
])
/** Names so short that pictures contain them: they count only as a dictionary key followed by a possible value. */
const ACTIVE_KEYS: Readonly<Record<string, (value: Buffer, from: number) => boolean>> = {
  AA: (value, from) => isDictionary(value, from) || isReference(value, from),
  URI: (value, from) => isString(value, from) || isDictionary(value, from) || isReference(value, from),
}
/**
 * Kinds of action whose names have other meanings elsewhere: they count only after the key that introduces a
 * kind.
 */
const ACTIVE_KINDS: ReadonlySet<string> = new Set(['Hide', 'Named', 'Thread', 'Trans', 'URI'])

const MAX_INFLATED_BYTES = 16 * 1024 * 1024
/** Steps allowed per byte of the file and of its object streams; an honest file takes fewer than two. */
const STEPS_OF_BYTE = 8
/** Additional steps for every file: a few hundred object streams. */
const STEPS_OF_FILE = 1024 * 1024
/** The cost of starting a compressed stream, besides its bytes. */
const STEPS_OF_INFLATING = 4096
const SHORTEST_NAME = 2
const LONGEST_NAME = 3 * 127
/** How far a value may be from its key, past comments and white space; anything further off is there to hide it. */
const LONGEST_GAP = 256
/** An object stream begins with pairs of numbers; anything else there means it was encoded in a way that hides it. */
const OBJECT_STREAM_START = /^\s*\d+\s+\d+\s/

export type PdfFinding = 'active' | 'encrypted' | 'too-complex' | 'unreadable'

export interface PdfScan {
  /** What speaks against the file; undefined where nothing does. */
  finding: PdfFinding | undefined
  /** The work done: about one step per byte read. */
  steps: number
}

/**
 * Scans the bytes of a PDF once for dangerous names, whatever its cross-reference table says: in the file as it
 * is, with `#4a` escapes decoded, and in every compressed object stream. Gives up with `too-complex` if it
 * takes many times the steps of an honest file of its size.
 */
export function findActiveContent(pdf: Buffer): PdfScan {
  const threads = new LexerThreads()
  let budget = STEPS_OF_FILE + STEPS_OF_BYTE * pdf.length
  let { finding, steps } = readThrough(pdf, budget, threads)
  if (finding) return { finding, steps }
  let left = MAX_INFLATED_BYTES
  for (const start of threads.objectStreams) {
    steps += STEPS_OF_INFLATING
    if (steps > budget) return { finding: 'too-complex', steps }
    const inflated = inflate(pdf.subarray(start), left)
    if (!inflated || !OBJECT_STREAM_START.test(inflated.toString('latin1', 0, 64)))
      return { finding: 'unreadable', steps }
    left -= inflated.length
    budget += STEPS_OF_BYTE * inflated.length
    const inner = readThrough(inflated, budget - steps)
    steps += inner.steps
    finding = inner.finding
    if (finding) return { finding, steps }
  }
  return { finding: undefined, steps }
}

/** Whether a PDF has its end marker, which a truncated upload or copy has lost. */
export function hasPdfEnd(pdf: Buffer): boolean {
  let end = pdf.length
  while (end > 0 && isWhitespace(pdf[end - 1])) end -= 1
  const tail = pdf.toString('latin1', Math.max(0, end - 1024), end)
  return /startxref\s+\d+\s+%%EOF/.test(tail)
}

/** One pass over the bytes. `threads` finds the file's object streams; inside an object stream there are none. */
function readThrough(bytes: Buffer, budget: number, threads?: LexerThreads): PdfScan {
  let steps = 0
  let at = 0
  /** Where a name that gives the kind of an action would have to begin. */
  let kindAt = -1
  while (at < bytes.length) {
    const start = at
    if (!isDelimiter(bytes[at])) {
      while (at < bytes.length && !isDelimiter(bytes[at])) at += 1
      steps += at - start + (threads?.word(bytes, start, at) ?? 0)
    } else {
      const delimiter = bytes[at]
      at += 1
      steps += 1 + (threads?.delimiter(delimiter) ?? 0)
      if (delimiter === SLASH) {
        while (at < bytes.length && !isDelimiter(bytes[at])) at += 1
        const length = at - start - 1
        steps += at - start - 1
        threads?.name(bytes, start + 1, at)
        if (length === 1 && bytes[start + 1] === LETTER_S) {
          const gap = afterGap(bytes, at)
          steps += gap - at
          kindAt = gap
        } else if (length >= SHORTEST_NAME && length <= LONGEST_NAME) {
          const name = nameAt(bytes, start + 1, at)
          if (ACTIVE_NAMES.has(name)) return { finding: 'active', steps }
          if (start === kindAt && ACTIVE_KINDS.has(name)) return { finding: 'active', steps }
          if (threads && name === 'Encrypt') return { finding: 'encrypted', steps }
          if (name === 'First' || name === 'Predictor') threads?.begin(name)
          const isValue = ACTIVE_KEYS[name]
          if (isValue) {
            const gap = afterGap(bytes, at)
            steps += gap - at
            if (gap - at === LONGEST_GAP || isValue(bytes, gap)) return { finding: 'active', steps }
          }
        }
      }
    }
    if (steps > budget) return { finding: 'too-complex', steps }
    if (threads?.isHiding) return { finding: 'unreadable', steps }
  }
  return { finding: undefined, steps }
}

const SLASH = 0x2f
const LETTER_S = 0x53

function nameAt(bytes: Buffer, start: number, end: number): string {
  const raw = bytes.toString('latin1', start, end)
  return raw.includes('#') ? raw.replace(/#([0-9a-f]{2})/gi, fromHex) : raw
}

function fromHex(_: string, hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16))
}

/** Skips white space and comments, no further than a value can be expected. */
function afterGap(bytes: Buffer, from: number): number {
  let at = from
  const end = Math.min(bytes.length, from + LONGEST_GAP)
  while (at < end) {
    if (isWhitespace(bytes[at])) at += 1
    else if (bytes[at] === 0x25) while (at < end && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1
    else break
  }
  return at
}

function isDictionary(bytes: Buffer, from: number): boolean {
  return bytes[from] === 0x3c && bytes[from + 1] === 0x3c
}

function isString(bytes: Buffer, from: number): boolean {
  return bytes[from] === 0x28 || (bytes[from] === 0x3c && bytes[from + 1] !== 0x3c)
}

/** Whether `12 0 R` begins here, with any white space or comments between its parts. */
function isReference(bytes: Buffer, from: number): boolean {
  let at = from
  for (let part = 0; part < 2; part += 1) {
    const start = at
    while (isDigit(bytes[at])) at += 1
    if (at === start) return false
    const next = afterGap(bytes, at)
    if (next === at) return false
    at = next
  }
  return bytes[at] === 0x52 && isDelimiter(bytes[at + 1])
}

function inflate(data: Buffer, maxOutputLength: number): Buffer | undefined {
  try {
    // The stream's data is followed by the rest of the file, which zlib ignores.
    return inflateSync(data, { maxOutputLength: Math.max(1, maxOutputLength) })
  } catch {
    return undefined
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

function isWhitespace(byte: number | undefined): boolean {
  return byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32
}

const DELIMITERS = new Uint8Array(256)
for (const byte of Buffer.from('\0\t\n\f\r ()<>[]{}/%', 'latin1')) DELIMITERS[byte] = 1

/** White space, `()<>[]{}/%`, and the end of the file. */
function isDelimiter(byte: number | undefined): boolean {
  return byte === undefined || DELIMITERS[byte] === 1
}
