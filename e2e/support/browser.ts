import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test'
import { COOKIE_CHOICE } from '#web/lib/storage-keys.ts'

export interface VisitOptions extends BrowserContextOptions {
  /** Whether the browser's console may show faults: all of them, or those that this matches. */
  faultsExpected?: boolean | RegExp
  /** Someone who is still to be asked about cookies; the others have refused the optional ones before. */
  newcomer?: boolean
}

export interface Visit {
  page: Page
  context: BrowserContext
}

export type OpenVisit = (options?: VisitOptions) => Promise<Visit>

/**
 * What records each step of a trace runs into two limits of the pages: frames that allow no scripts, such as that of the terms,
 * and the picture of a chosen file, which may be shown and not fetched.
 */
const OF_THE_RECORDER =
  /^Blocked script execution in '[^']*' because the document's frame is sandboxed|^Connecting to 'blob:[^']*' violates .*connect-src/

/** A page may open its line for live changes in the very moment in which its session ends. */
const OF_THE_LINE = /status of 401 .*\/api\/live\?/

/**
 * Gives `use` what opens fresh browser profiles with one page each. After that it closes them, and no page may have met
 * an error in its console: no exception, no refused script, nothing that the content security policy stopped
 * (security R35).
 */
export async function withVisits(
  browser: Browser,
  baseURL: string,
  use: (open: OpenVisit) => Promise<void>,
): Promise<void> {
  const visits: { context: BrowserContext; unexpected: () => string[] }[] = []
  await use(async ({ faultsExpected = false, newcomer = false, ...options } = {}) => {
    const context = await browser.newContext({
      baseURL,
      ...(newcomer ? {} : { storageState: refusal(baseURL) }),
      ...options,
    })
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`)
    })
    const isExpected = (fault: string) =>
      OF_THE_RECORDER.test(fault) ||
      OF_THE_LINE.test(fault) ||
      (faultsExpected instanceof RegExp ? faultsExpected.test(fault) : faultsExpected)
    visits.push({ context, unexpected: () => faults.filter((fault) => !isExpected(fault)) })
    return { page, context }
  })
  for (const { context } of visits.reverse()) await context.close()
  expect(visits.flatMap(({ unexpected }) => unexpected())).toEqual([])
}

/** A browser in which Necessary Only was pressed: its cookie alone says so, and storage costs a page of its own to fill. */
function refusal(origin: string): BrowserContextOptions['storageState'] {
  const { hostname: domain } = new URL(origin)
  const kept = { domain, path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' } as const
  return { cookies: [{ ...kept, name: COOKIE_CHOICE.cookie, value: 'true' }], origins: [] }
}

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
}
