import { ListSource } from '#contract/screening/sanctions.ts'
import { isOnThisMachine } from '#server/platform/http/loopback.ts'

/** A list that is downloaded from its publisher. */
export interface FetchedList {
  source: ListSource
  /** Of the file, or of a page that links to it. */
  url: string
}

const UK_PAGE = 'https://www.gov.uk/government/publications/the-uk-sanctions-list'

/** The public lists (law §3.2). The UK's file changes its URL, so its page is requested. */
export const PUBLIC_LISTS: FetchedList[] = [
  { source: 'uk', url: UK_PAGE },
  { source: 'un', url: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml' },
]

/** The publishers' pages about lists whose entries have no page of their own. */
export const LIST_PAGES: ReadonlyMap<string, string> = new Map([
  ['uk', UK_PAGE],
  ['un', 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list'],
])

/** Parses `uk`, `un`, or a list and its URL as in `eu=https://…`; undefined for anything else. */
export function fetchedList(text: string): FetchedList | undefined {
  const [name = '', ...rest] = text.trim().split('=')
  if (rest.length === 0) return PUBLIC_LISTS.find(({ source }) => source === name)
  const source = ListSource.safeParse(name).data
  const url = rest.join('=')
  return source && isSafe(url) ? { source, url } : undefined
}

/**
 * Whether a list may be downloaded from a URL: no one in between may change it. This machine is also allowed
 * without encryption.
 */
export function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, username, password } = new URL(url)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isOnThisMachine(url))
}
