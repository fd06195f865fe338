import { createWriteStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isOnThisMachine } from '#server/platform/http/loopback.ts'
import { isSafe } from './fetched-list.ts'
import { LIST_LIMITS, ListError } from './list-error.ts'

/** The version from an answer's headers, sent with the next request. */
export interface ListVersion {
  /** Of the file itself. */
  url: string
  etag: string | null
  lastModified: string | null
}

const WAIT_MS = 5 * 60_000
const PAGE_BYTES = 2_000_000
const MOST_REDIRECTS = 5

/**
 * Downloads a list to a file, unless the server says that it is the known version: then undefined. If the URL
 * is a page, the list is the file that it links to. Throws ListError with a sentence for the operator.
 */
export async function fetchList(
  url: string,
  path: string,
  known: ListVersion | undefined,
): Promise<ListVersion | undefined> {
  const signal = AbortSignal.timeout(WAIT_MS)
  const answer = await ask(url, known, signal)
  const isPage = /^text\/html\b/.test(answer.headers.get('content-type') ?? '')
  const file = isPage ? linkIn(await whole(pageOf(answer)), url) : url
  const list = isPage ? await ask(file, known, signal) : answer
  if (list.status === 304) return undefined
  if (!list.body) throw new ListError('The server answered with nothing.')
  await whole(pipeline(Readable.from(list.body), upTo(LIST_LIMITS.bytes), createWriteStream(path)))
  return { url: file, etag: list.headers.get('etag'), lastModified: list.headers.get('last-modified') }
}

/**
 * Requests a URL and follows its redirects. Each URL is checked before it is requested, so that no publisher
 * can make this process call a machine in its network.
 */
async function ask(url: string, known: ListVersion | undefined, signal: AbortSignal): Promise<Response> {
  const headers = new Headers()
  if (known?.url === url) {
    if (known.etag) headers.set('if-none-match', known.etag)
    if (known.lastModified) headers.set('if-modified-since', known.lastModified)
  }
  let address = url
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const answer = await fetch(address, { headers, signal, redirect: 'manual' }).catch((error: unknown) => {
      throw new ListError(`The server could not be reached: ${reasonOf(error)}.`)
    })
    const location = answer.headers.get('location')
    if (answer.status === 304 || answer.ok) return answer
    await answer.body?.cancel()
    if (!REDIRECTS.has(answer.status) || location === null)
      throw new ListError(`The server answered ${answer.status}.`)
    address = redirectedTo(location, address)
  }
  throw new ListError('The server sent on too often.')
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

function redirectedTo(location: string, from: string): string {
  const to = URL.parse(location, from)?.href
  if (to === undefined) throw new ListError('The server sent on to something that is no address.')
  if (!isSafe(to)) throw new ListError('The server sent on to an address that is not encrypted.')
  if (isOnThisMachine(to) && !isOnThisMachine(from))
    throw new ListError('The server sent on to this machine, which publishes no list of its own.')
  return to
}

/** Reads an answer's body. Throws ListError if it breaks off or takes too long. */
async function whole<T>(body: Promise<T>): Promise<T> {
  return body.catch((error: unknown) => {
    if (error instanceof ListError) throw error
    throw new ListError(`The file did not arrive whole: ${reasonOf(error)}.`)
  })
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message
  return 'no reason was given'
}

/** The file that a page links to. A government page may link to other government hosts only. */
function linkIn(page: string, url: string): string {
  const [, link] = /href="([^"\s]+sanctions-list\.xml)"/i.exec(page) ?? []
  if (!link) throw new ListError('The page of the list links to no file of it any more. Name its address.')
  const file = new URL(link, url)
  const isOfficial = file.hostname.endsWith('.gov.uk') && new URL(url).hostname.endsWith('.gov.uk')
  if (!isSafe(file.href) || !(file.host === new URL(url).host || isOfficial))
    throw new ListError(`The page of the list links to ${file.host}, which is not its own.`)
  return file.href
}

/** A page's text, reading no more than a page's size: a few compressed bytes could expand to gigabytes. */
async function pageOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > PAGE_BYTES) throw new ListError('The page of the list is far too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function upTo(bytes: number): Transform {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      seen += chunk.length
      done(seen > bytes ? new ListError('The file is bigger than any sanctions list.') : null, chunk)
    },
  })
}
