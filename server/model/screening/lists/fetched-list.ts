import { ListSource } from '#contract/screening/sanctions.ts'
import { isOnThisMachine } from '#server/platform/http/loopback.ts'

/** A list that is fetched from where its publisher puts it. */
export interface FetchedList {
  source: ListSource
  /** Of the file, or of a page that links to it. */
  url: string
}

const UK_PAGE = 'https://www.gov.uk/government/publications/the-uk-sanctions-list'

/** Where the lists are that anyone may fetch (law §3.2). The UK's file changes its address, so its page is asked. */
export const PUBLIC_LISTS: FetchedList[] = [
  { source: 'uk', url: UK_PAGE },
  { source: 'un', url: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml' },
]

/** Where their publishers tell of lists whose entries have no page of their own. */
export const LIST_PAGES: ReadonlyMap<string, string> = new Map([
  ['uk', UK_PAGE],
  ['un', 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list'],
])

/** Reads `uk`, `un`, or a list and its address as `eu=https://…`; undefined for anything else. */
export function fetchedList(text: string): FetchedList | undefined {
  const [name = '', ...rest] = text.trim().split('=')
  if (rest.length === 0) return PUBLIC_LISTS.find(({ source }) => source === name)
  const source = ListSource.safeParse(name).data
  const url = rest.join('=')
  return source && isSafe(url) ? { source, url } : undefined
}

/** Whether a list may come from an address: no one on the way may change it. This machine is asked without encryption, too. */
export function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, username, password } = new URL(url)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isOnThisMachine(url))
}
