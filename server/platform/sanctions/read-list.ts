import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { LIST_FORMATS, type ListFormat } from '#contract/sanctions.ts'
import type { ListContent } from './list-content.ts'
import { LIST_LIMITS, ListError } from './list-error.ts'

/** A list as a file told it, and the file by its hash. */
export interface ReadList extends ListContent {
  format: ListFormat
  sha256: string
}

/**
 * Reads a file of a sanctions list as a stream; the format follows from how the file begins unless it is given. Throws
 * ListError with a sentence for whoever imports it. The parsers are loaded only here.
 */
export async function readList(path: string, format?: ListFormat): Promise<ReadList> {
  const hash = createHash('sha256')
  const isKnown = format ?? formatOf(await beginningOf(path))
  const text = decoded(bytesOf(path, (chunk) => hash.update(chunk)))
  const content = await read(isKnown, text)
  if (content.entries.length === 0) throw new ListError('The file has no names in it.')
  return { ...content, format: isKnown, sha256: hash.digest('hex') }
}

/** The SHA-256 of a file, to see whether it is one that is known. Throws ListError where there is none. */
export async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const _ of bytesOf(path, (chunk) => hash.update(chunk)));
  return hash.digest('hex')
}

async function read(format: ListFormat, text: AsyncIterable<string>): Promise<ListContent> {
  switch (format) {
    case 'uk-csv':
      return (await import('./uk-csv.ts')).readUkCsv(text)
    case 'uk-xml':
      return (await import('./uk-xml.ts')).readUkXml(text)
    case 'un-xml':
      return (await import('./un-xml.ts')).readUnXml(text)
    default:
      return format satisfies never
  }
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
  if (!beginning.startsWith('<')) return 'uk-csv'
  if (/<CONSOLIDATED_LIST[\s/>]/.test(beginning)) return 'un-xml'
  if (/<Designations[\s/>]/.test(beginning)) return 'uk-xml'
  throw new ListError('The file is XML, but neither the UK Sanctions List nor the UN Consolidated List.')
}

async function* bytesOf(
  path: string,
  onChunk: (chunk: Buffer) => void,
  end?: number,
): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    for await (const chunk of createReadStream(path, { end }) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > LIST_LIMITS.bytes) throw new ListError('The file is bigger than any sanctions list.')
      onChunk(chunk)
      yield chunk
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new ListError('There is no such file.')
    throw error
  }
}

/** UTF-8 without its mark; anything else is refused, because a name that is read wrongly is not found. */
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
