import { inflateSync } from 'node:zlib'

/** Names that only stand in a PDF which does something on its own, carries other files, or is encrypted (security R41). */
const ACTIVE_NAMES: ReadonlySet<string> = new Set([
  'EmbeddedFile',
  'EmbeddedFiles',
  'GoToE',
  'ImportData',
  'JavaScript',
  'Launch',
  'Movie',
  'Rendition',
  'RichMedia',
  'Sound',
  'SubmitForm',
])
const MAX_INFLATED_BYTES = 16 * 1024 * 1024
const SHORTEST_NAME = 'First'.length
const LONGEST_NAME = 3 * 127
/** An object stream begins with pairs of numbers; anything else there means it was encoded in a way that hides it. */
const OBJECT_STREAM_START = /^\s*\d+\s+\d+\s/
const STREAM_KEYWORD = Buffer.from('stream')

export type PdfFinding = 'active' | 'encrypted' | 'unreadable'

/**
 * Reads the bytes of a PDF for names that mean trouble, whatever its cross-reference table says: in the file as it is,
 * with `#4a` spellings decoded, and in every compressed object stream. All forbidden names are long enough that
 * compressed pictures don't contain them by chance. Gives undefined when there is none.
 */
export function findActiveContent(pdf: Buffer): PdfFinding | undefined {
  const objectStreams = new Set<number>()
  let predictorAt = -1
  for (const { name, end } of names(pdf)) {
    if (ACTIVE_NAMES.has(name)) return 'active'
    if (name === 'Encrypt') return 'encrypted'
    if (name === 'Predictor') predictorAt = end
    if (name !== 'First') continue
    // Only object streams have /First in the dictionary before their data; outlines have it in one without data.
    const data = dataAfter(pdf, end)
    if (data === undefined || objectStreams.has(data)) continue
    if (predictorAt > pdf.lastIndexOf('endobj', end)) return 'unreadable'
    objectStreams.add(data)
  }
  let left = MAX_INFLATED_BYTES
  for (const start of objectStreams) {
    const inflated = inflate(pdf.subarray(start), left)
    if (!inflated || !OBJECT_STREAM_START.test(inflated.toString('latin1', 0, 64))) return 'unreadable'
    left -= inflated.length
    for (const { name } of names(inflated)) if (ACTIVE_NAMES.has(name)) return 'active'
  }
  return undefined
}

/** Whether a PDF ends as a PDF does: an upload or a copy that was cut off has lost its end. */
export function hasPdfEnd(pdf: Buffer): boolean {
  let end = pdf.length
  while (end > 0 && isWhitespace(pdf[end - 1])) end -= 1
  const tail = pdf.toString('latin1', Math.max(0, end - 1024), end)
  return /startxref\s+\d+\s+%%EOF/.test(tail)
}

function* names(bytes: Buffer): Generator<{ name: string; end: number }> {
  for (let slash = bytes.indexOf('/'); slash >= 0; slash = bytes.indexOf('/', slash + 1)) {
    let end = slash + 1
    while (end - slash <= LONGEST_NAME && !isDelimiter(bytes[end])) end += 1
    // Compressed data is full of accidental short names; none that matters is as short.
    if (end - slash <= SHORTEST_NAME) continue
    const raw = bytes.toString('latin1', slash + 1, end)
    yield { name: raw.includes('#') ? raw.replace(/#([0-9a-f]{2})/gi, fromHex) : raw, end }
  }
}

function fromHex(_: string, hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16))
}

/** Where the data begins of the stream whose dictionary goes on at `from`; undefined when the object ends first. */
function dataAfter(bytes: Buffer, from: number): number | undefined {
  let at = from
  while (at < bytes.length) {
    const byte = bytes[at]
    if (byte === 0x25) at = endOfLine(bytes, at)
    else if (byte === 0x28) at = endOfString(bytes, at)
    else if (isDelimiter(byte)) at += 1
    else {
      const start = at
      while (at < bytes.length && !isDelimiter(bytes[at])) at += 1
      const word = bytes.subarray(start, Math.min(at, start + STREAM_KEYWORD.length))
      if (bytes[start - 1] === 0x2f) continue
      if (word.equals(STREAM_KEYWORD)) return afterLineEnd(bytes, start + STREAM_KEYWORD.length)
      if (word.toString('latin1') === 'endobj') return undefined
    }
  }
  return undefined
}

function afterLineEnd(bytes: Buffer, from: number): number {
  let at = from
  while (bytes[at] === 0x20 || bytes[at] === 0x0d) at += 1
  return bytes[at] === 0x0a ? at + 1 : at
}

function endOfLine(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1
  return at
}

function endOfString(bytes: Buffer, from: number): number {
  let depth = 0
  let at = from
  while (at < bytes.length) {
    if (bytes[at] === 0x5c) at += 1
    else if (bytes[at] === 0x28) depth += 1
    else if (bytes[at] === 0x29) depth -= 1
    at += 1
    if (depth === 0) break
  }
  return at
}

function inflate(data: Buffer, maxOutputLength: number): Buffer | undefined {
  try {
    // A stream's data is followed by the rest of the file, which zlib leaves alone.
    return inflateSync(data, { maxOutputLength: Math.max(1, maxOutputLength) })
  } catch {
    return undefined
  }
}

function isWhitespace(byte: number | undefined): boolean {
  return byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32
}

/** White space, `()<>[]{}/%`, and the end of the file. */
function isDelimiter(byte: number | undefined): boolean {
  if (byte === undefined || isWhitespace(byte)) return true
  return '()<>[]{}/%'.includes(String.fromCharCode(byte))
}
