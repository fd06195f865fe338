import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest'
import { NECESSARY_ONLY } from '#web/lib/cookie-consent.ts'
import { COOKIE_CHOICE } from '#web/lib/storage-keys.ts'

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** As long as a busy machine takes; what comes at once on an idle one is not waited for. */
const WAIT_MS = 60_000

let browser: Browser | undefined

/** Opens one browser for the calling test file. */
export function withBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ARGUMENTS })
  })
  afterAll(() => browser?.close())
}

/**
 * A fresh browser profile with one page. It has refused optional cookies before, unless it is a `newcomer` who is still
 * to be asked. When the test ends, the page must have met no error in its console: no
 * exception, no refused script, nothing that the content security policy stopped (security R35). `faultsExpected` allows
 * all of them, or those that it matches.
 */
export async function visit(
  options: BrowserContextOptions & { faultsExpected?: boolean | RegExp; newcomer?: boolean } = {},
): Promise<{ page: Page; context: BrowserContext }> {
  if (!browser) throw new Error('Call withBrowser() at the top of the file')
  const { faultsExpected = false, newcomer = false, ...contextOptions } = options
  const context = await browser.newContext({
    baseURL: inject('baseUrl'),
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    ...(newcomer ? {} : { storageState: refusal(inject('baseUrl')) }),
    ...contextOptions,
  })
  context.setDefaultTimeout(WAIT_MS)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`)
  })
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await describeScreens(context)
    await context.close()
    const expected = (fault: string) =>
      faultsExpected instanceof RegExp ? faultsExpected.test(fault) : faultsExpected
    expect(faults.filter((fault) => !expected(fault))).toEqual([])
  })
  return { page, context }
}

/** A browser in which Necessary Only was pressed. */
function refusal(origin: string): BrowserContextOptions['storageState'] {
  const { preferences, isMade, cookie } = COOKIE_CHOICE
  const localStorage = [
    { name: preferences, value: JSON.stringify(NECESSARY_ONLY) },
    { name: isMade, value: 'true' },
  ]
  const { hostname: domain } = new URL(origin)
  const kept = { domain, path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' } as const
  return { cookies: [{ ...kept, name: cookie, value: 'true' }], origins: [{ origin, localStorage }] }
}

/** What a failed test was looking at. */
async function describeScreens(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const screen = await page.ariaSnapshot({ timeout: 2000 }).catch(String)
    console.error(`${page.url()}\n${screen}`)
  }
}

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
}
