import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test'
import { COOKIE_CHOICE } from '#web/lib/storage-keys.ts'

export interface VisitOptions extends BrowserContextOptions {
  /** Whether the browser's console may show errors: all of them, or those that match. */
  faultsExpected?: boolean | RegExp
  /** Someone who hasn't been asked about cookies yet; the others have already refused the optional ones. */
  newcomer?: boolean
}

export interface Visit {
  page: Page
  context: BrowserContext
}

export type OpenVisit = (options?: VisitOptions) => Promise<Visit>

/**
 * Recording a trace's steps conflicts with two limits of the pages: frames without scripts, such as that of the
 * terms, and the preview of a chosen file, which may be shown but not fetched.
 */
const OF_THE_RECORDER =
  /^Blocked script execution in '[^']*' because the document's frame is sandboxed|^Connecting to 'blob:[^']*' violates .*connect-src/

/** A page may open its live stream at the very moment its session ends. */
const OF_THE_LINE = /status of 401 .*\/api\/live\?/

/**
 * Gives `use` a function that opens new browser profiles with one page each. Then closes them, and fails if a
 * page logged an error: an exception, a refused script, or anything blocked by the content security policy
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

/**
 * A browser in which Necessary Only was clicked: its cookie alone says so, because filling storage needs a
 * separate page.
 */
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
