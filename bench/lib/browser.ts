import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from '@playwright/test'

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
/** Where a reviewer sits. */
const WIDE = { viewport: { width: 1440, height: 900 } }
/** The slow mobile connection of Lighthouse. */
const SLOW_CONNECTION = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
/** How long a page is watched after it has loaded everything. */
const SETTLE_MS = 1000

/** What one visit of a page was like. */
export interface Visit {
  /** Where the visit ended, after whatever the page redirected to. */
  url: string
  requests: string[]
  /** Sum of layout shifts (cumulative layout shift). */
  shift: number
  /** Total blocking time as Lighthouse reckons it: what each task after the first paint takes beyond 50 ms. */
  blockedMs: number
  /** The same with what V8 does only because an inspector is attached, as Lighthouse would count it. */
  inspectedMs: number
  /** The same from the start of the navigation on, where Lighthouse does not look. */
  blockedInAllMs: number
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
export function phone(browser: Browser, baseURL: string, session?: string): Promise<BrowserContext> {
  return visitor(browser, { ...PHONE, baseURL }, session)
}

/** A fresh browser on a wide screen. */
export function wideScreen(browser: Browser, baseURL: string, session: string): Promise<BrowserContext> {
  return visitor(browser, { ...WIDE, baseURL }, session)
}

async function visitor(
  browser: Browser,
  options: BrowserContextOptions & { baseURL: string },
  session: string | undefined,
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...options, locale: 'en-GB', timezoneId: 'Europe/London' })
  if (session) await context.addCookies([{ name: 'session', value: session, url: options.baseURL }])
  await context.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += 'value' in entry ? Number(entry.value) : 0
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return context
}

/** Slows a page down to the processor of a phone, and to its connection if that is slow. */
export async function slowDown(page: Page, connection?: 'slow'): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  if (connection) await devtools.send('Network.emulateNetworkConditions', SLOW_CONNECTION)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

/** When the largest part of a page was painted, in milliseconds, on a slow connection and a phone's processor, and what it was. */
export async function largestPaint(
  context: BrowserContext,
  path: string,
): Promise<{ ms: number; what: string }> {
  const page = await context.newPage()
  await slowDown(page, 'slow')
  await page.goto(path, { waitUntil: 'networkidle' })
  await delay(SETTLE_MS)
  return page.evaluate(
    () =>
      new Promise<{ ms: number; what: string }>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1) as LargestContentfulPaint | undefined
          const { element } = last ?? {}
          const text = element?.textContent?.trim().slice(0, 40)
          resolve({ ms: last?.startTime ?? Number.NaN, what: `${element?.tagName.toLowerCase()} ${text}` })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
}

/** Opens a page and watches it until it has settled. */
export async function visit(context: BrowserContext, path: string): Promise<Visit> {
  const page = await context.newPage()
  const browser = context.browser()
  if (!browser) throw new Error('A context of a launched browser has its browser')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await browser.startTracing(page, {
    categories: ['toplevel', 'loading', 'devtools.timeline', 'disabled-by-default-v8.compile'],
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await delay(SETTLE_MS)
  const trace = (await browser.stopTracing()).toString('utf8')
  const { shift } = await page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen)
  const url = page.url()
  await page.close()
  return { url, requests, shift, ...blockedOf(JSON.parse(trace).traceEvents) }
}

/** What the script at `url` weighs over the line, compressed. */
export async function gzippedBytes(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  return gzipSync(Buffer.from(await answer.arrayBuffer()), { level: 9 }).length
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** Processor time of the thread: other programs on the machine do not count. */
  tdur?: number
}

/** From a browser's trace, in microseconds; the tasks of the thread that painted, at a phone's speed. */
function blockedOf(events: TraceEvent[]): Pick<Visit, 'blockedMs' | 'inspectedMs' | 'blockedInAllMs'> {
  const paint = events.find(({ name }) => name === 'firstContentfulPaint')
  if (!paint) throw new Error('Nothing was painted')
  const onThread = (wanted: string) =>
    events.filter(({ name, pid, tid }) => name === wanted && pid === paint.pid && tid === paint.tid)
  // V8 looks up where an error was made only while someone inspects the page, as this does: React makes some at its start.
  const lookUps = onThread('V8.CollectSourcePositions')
  let blockedMs = 0
  let inspectedMs = 0
  let blockedInAllMs = 0
  for (const { ts, dur = 0, tdur: measured = dur } of onThread('ThreadControllerImpl::RunTask')) {
    const tdur = lookUps
      .filter((event) => event.ts >= ts && event.ts < ts + dur)
      .reduce((left, event) => left - (event.tdur ?? event.dur ?? 0), measured)
    // Of a task in which the first paint falls, the rest counts.
    const share = dur > 0 ? Math.min(1, Math.max(0, (ts + dur - paint.ts) / dur)) : 0
    blockedInAllMs += Math.max(0, (tdur * CPU_SLOWDOWN) / 1000 - 50)
    blockedMs += Math.max(0, (tdur * share * CPU_SLOWDOWN) / 1000 - 50)
    inspectedMs += Math.max(0, (measured * share * CPU_SLOWDOWN) / 1000 - 50)
  }
  return { blockedMs, inspectedMs, blockedInAllMs }
}
