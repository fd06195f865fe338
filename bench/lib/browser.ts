import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** As Lighthouse slows a machine down to a mid-range phone. */
const CPU_SLOWDOWN = 4
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
/** How long a page is watched after it has loaded everything. */
const SETTLE_MS = 1500

/** What one visit of a page was like. */
export interface Visit {
  /** Where the visit ended, after whatever the page redirected to. */
  url: string
  requests: string[]
  /** Sum of layout shifts (cumulative layout shift). */
  shift: number
  /** Sum of what each long task took beyond 50 ms (total blocking time). */
  blockedMs: number
}

/** Opens the Chromium of this machine. Throws when there is none. */
export async function openBrowser(): Promise<Browser> {
  // Plain JavaScript, shared with `npm test`; the compiler does not look into it.
  const { findChromium, noChromium } = (await import(
    new URL('../../scripts/chromium.mjs', import.meta.url).href
  )) as { findChromium(): string | undefined; noChromium: string }
  const executablePath = findChromium()
  if (!executablePath) throw new Error(noChromium)
  return chromium.launch({ executablePath, args: ARGUMENTS })
}

/** A fresh phone without any cache, signed in with this session where there is one. */
export async function phone(browser: Browser, baseURL: string, session?: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...PHONE,
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  if (session) await context.addCookies([{ name: 'session', value: session, url: baseURL }])
  await context.addInitScript(() => {
    const seen = { shift: 0, blockedMs: 0 }
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += 'value' in entry ? Number(entry.value) : 0
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.blockedMs += Math.max(0, entry.duration - 50)
    }).observe({ type: 'longtask', buffered: true })
  })
  return context
}

/** Opens a page with a slowed-down processor and watches it until it has settled. */
export async function visit(context: BrowserContext, path: string): Promise<Visit> {
  const page = await context.newPage()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.goto(path, { waitUntil: 'networkidle' })
  await delay(SETTLE_MS)
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: { shift: number; blockedMs: number } }).seen,
  )
  const url = page.url()
  await page.close()
  return { url, requests, ...seen }
}
