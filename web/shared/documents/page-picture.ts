import { PAGES_HEADER } from '#contract/documents/documents.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { fetchDocument } from './download-document.ts'

/** The picture of a page, and how many pages the document has. */
export interface PagePicture {
  blob: Blob
  pages: number
}

/** The current picture and the one next to it. */
const MOST_AHEAD = 2
/** In milliseconds, longer than reading one line takes. */
const DROPPED_AFTER_MS = 5 * 60_000

/** Prefetched pages that aren't shown yet, only in memory, oldest request first. */
const ahead = new Map<string, { picture: Promise<PagePicture>; drop: () => void }>()

/** A case's documents fit. */
const MOST_IN_HAND = 6
/** The pages shown last, only in memory, oldest first: they can be shown again while the server is out of reach. */
const inHand = new Map<string, { picture: PagePicture; drop: () => void }>()

/**
 * Prefetches a page. The server records only that it was sent; the page that shows it reports that it was seen
 * (docs/decisions/085-looks-and-undo.md). A refusal is shown with the page.
 */
export function fetchAhead(url: string, page = 1): void {
  const address = addressOf(url, page)
  if (ahead.has(address)) return
  const controller = new AbortController()
  const picture = fetchPicture(address, controller.signal)
  const drop = () => {
    clearTimeout(timer)
    controller.abort()
    if (ahead.get(address)?.picture === picture) ahead.delete(address)
  }
  const timer = setTimeout(drop, DROPPED_AFTER_MS)
  ahead.set(address, { picture, drop })
  picture.catch(drop)
  const [oldest] = ahead.values()
  if (ahead.size > MOST_AHEAD) oldest?.drop()
}

/**
 * Returns the picture of a page: the prefetched one, which is used once, or a new one; if the server is out of
 * reach, the one shown before. Throws ApiError with a sentence to show.
 */
export async function pagePicture(url: string, page: number, signal: AbortSignal): Promise<PagePicture> {
  const address = addressOf(url, page)
  const early = ahead.get(address)
  ahead.delete(address)
  const prefetched = await early?.picture.catch(() => null)
  const picture =
    prefetched ?? (await fetchPicture(address, signal).catch((error) => shownBefore(address, error)))
  storeInHand(address, picture)
  return picture
}

/** The server decides who may see it, as long as it can be asked. */
function shownBefore(address: string, error: unknown): PagePicture {
  const kept = error instanceof ApiError && error.status === 0 ? inHand.get(address) : undefined
  if (kept) return kept.picture
  throw error
}

function storeInHand(address: string, picture: PagePicture): void {
  inHand.get(address)?.drop()
  const drop = () => {
    clearTimeout(timer)
    inHand.delete(address)
  }
  const timer = setTimeout(drop, DROPPED_AFTER_MS)
  inHand.set(address, { picture, drop })
  const [oldest] = inHand.values()
  if (inHand.size > MOST_IN_HAND) oldest?.drop()
}

function addressOf(url: string, page: number): string {
  return `${url}?page=${page}`
}

async function fetchPicture(address: string, signal: AbortSignal): Promise<PagePicture> {
  const response = await fetchDocument(address, 'We can’t show this page.', signal)
  return { blob: await response.blob(), pages: Number(response.headers.get(PAGES_HEADER) ?? 1) }
}
