import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { LIST_FORMATS, type ListFormat } from '#contract/screening/sanctions.ts'
import type { PlainDate } from '#domain/plain-date.ts'
import type { ListedEntry } from '#domain/screening/screening-records.ts'
import { LIST_LIMITS, ListError, type ListReader, ScatteredEntry } from './list-error.ts'

/** What a file says about itself, known once it was read to its end. */
export interface ReadList {
  format: ListFormat
  sha256: string
  /** The list's own date; null if the file has none. */
  publishedOn: PlainDate | null
  entries: number
}

interface Reading {
  /** The file's format, if its beginning doesn't show it. */
  format?: ListFormat | undefined
  /** Whether to gather parts of an entry that are apart, which takes more memory. */
  isScattered?: boolean
}

/**
 * Streams a sanctions list file and passes each entry to `take`, one at a time. Throws ListError with a
 * sentence for the operator, possibly at the very end: then everything taken before must be discarded. Throws
 * ScatteredEntry if an entry is in two places. The parsers are loaded only here.
 */
export async function readList(
  path: string,
  take: (entry: ListedEntry) => Promise<void> | void,
  { format, isScattered = false }: Reading = {},
): Promise<ReadList> {
  let hash = createHash('sha256')
  const known = format ?? formatOf(await beginningOf(path))
  const reader = await READERS[known]()
  const refs = new Set<string>()
  let publishedOn: PlainDate | null = null
  const text = {
    [Symbol.asyncIterator]() {
      // The file may have changed when it is read again: the hash belongs to what the entries come from.
      const ofReading = createHash('sha256')
      hash = ofReading
      return decoded(bytesOf(path, (chunk) => ofReading.update(chunk)))
    },
  }
  await reader(text, {
    isScattered,
    published(day) {
      publishedOn = day
    },
    async entry(entry) {
      if (!entry) return
      if (refs.has(entry.ref)) throw new ScatteredEntry(entry.ref)
      // A key that is a slice of the file's text would keep all of it in memory.
      refs.add(Buffer.from(entry.ref).toString())
      if (refs.size > LIST_LIMITS.entries)
        throw new ListError(`The file has more than ${LIST_LIMITS.entries} entries.`)
      await take(entry)
    },
  })
  if (refs.size === 0) throw new ListError('The file has no names in it.')
  return { format: known, sha256: hash.digest('hex'), publishedOn, entries: refs.size }
}

const READERS: Readonly<Record<ListFormat, () => Promise<ListReader>>> = {
  'uk-csv': async () => (await import('./uk-csv.ts')).readUkCsv,
  'uk-xml': async () => (await import('./uk-xml.ts')).readUkXml,
  'un-xml': async () => (await import('./un-xml.ts')).readUnXml,
  'eu-xml': async () => (await import('./eu-xml.ts')).readEuXml,
  'ofac-xml': async () => (await import('./ofac-xml.ts')).readOfacXml,
  'opensanctions-json': async () => (await import('./opensanctions-json.ts')).readOpenSanctions,
  'own-csv': async () => (await import('./own-csv.ts')).readOwnCsv,
}

/** The SHA-256 of a file, to recognise known ones. Throws ListError if it doesn't exist. */
export async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const _ of bytesOf(path, (chunk) => hash.update(chunk)));
  return hash.digest('hex')
}

/** Whether a word names a format. */
export function isListFormat(word: string): word is ListFormat {
  return LIST_FORMATS.some((format) => format === word)
}

const BEGINNING_BYTES = 4096

async function beginningOf(path: string): Promise<string> {
  let beginning = ''
  for await (const chunk of bytesOf(path, () => {}, BEGINNING_BYTES - 1))
    beginning += chunk.toString('latin1')
  return beginning.replace(/^\xef\xbb\xbf/, '').trimStart()
}

function formatOf(beginning: string): ListFormat {
  if (beginning.startsWith('{')) return 'opensanctions-json'
  if (!beginning.startsWith('<')) return isOwnHeader(beginning) ? 'own-csv' : 'uk-csv'
  for (const [root, format] of ROOTS) if (root.test(beginning)) return format
  throw new ListError('The file is XML, but no list of the UK, the UN, the EU or OFAC.')
}

/**
 * Whether the first line has a column “id” anywhere; the reader of in-house lists then says what is wrong with
 * it.
 */
function isOwnHeader(beginning: string): boolean {
  const [line = ''] = beginning.split(/[\r\n]/, 1)
  return line.split(/[,;\t]/).some((name) => name.replaceAll('"', '').trim().toLowerCase() === 'id')
}

const ROOTS: readonly (readonly [RegExp, ListFormat])[] = [
  [/<CONSOLIDATED_LIST[\s/>]/, 'un-xml'],
  [/<Designations[\s/>]/, 'uk-xml'],
  [/<export[\s/>]/, 'eu-xml'],
  [/<sdnList[\s/>]/, 'ofac-xml'],
]

/** Why a file can't be read, by the system's error code. */
const UNREADABLE: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'There is no such file.'],
  ['ENOTDIR', 'There is no such file.'],
  ['EISDIR', 'This is a folder: name the file of the list that is in it.'],
  ['EACCES', 'This process may not read the file: check its owner and its rights, and those of its folder.'],
  ['EPERM', 'This process may not read the file: check its owner and its rights, and those of its folder.'],
])

async function* bytesOf(
  path: string,
  onChunk: (chunk: Buffer) => void,
  end?: number,
): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    for await (const chunk of createReadStream(path, { end }) as AsyncIterable<Buffer>) {
      if (bytes === 0) refuseCompressed(chunk)
      bytes += chunk.length
      if (bytes > LIST_LIMITS.bytes) throw new ListError('The file is bigger than any sanctions list.')
      onChunk(chunk)
      yield chunk
    }
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? UNREADABLE.get(error.code) : undefined
    throw why ? new ListError(why) : error
  }
  if (bytes === 0) throw new ListError('The file is empty.')
}

/** How files begin that a download or a disk often has instead of their text. */
const COMPRESSED = [
  { kind: 'gzip', begins: [0x1f, 0x8b] },
  { kind: 'zip', begins: [0x50, 0x4b, 0x03, 0x04] },
  { kind: 'xz', begins: [0xfd, 0x37, 0x7a, 0x58, 0x5a] },
] as const

/** The hash must be that of the file as published, so nothing is unpacked here. */
function refuseCompressed(chunk: Buffer): void {
  const found = COMPRESSED.find(({ begins }) => begins.every((byte, index) => chunk[index] === byte))
  if (found) throw new ListError(`The file is compressed (${found.kind}). Unpack it and import it again.`)
}

/**
 * Decodes UTF-8 without its byte order mark. Anything else is refused, because a wrongly decoded name isn't
 * found.
 */
async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new ListError('The file is not text in UTF-8.')
    throw error
  }
}
