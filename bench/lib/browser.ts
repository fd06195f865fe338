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
/** The factor by which Lighthouse slows a machine down to a mid-range phone. */
const CPU_SLOWDOWN = 4
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
/** A reviewer's screen. */
const WIDE = { viewport: { width: 1440, height: 900 } }
/** Lighthouse's slow mobile connection. */
const SLOW_CONNECTION = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
/** How long a page is watched after it has loaded everything. */
const SETTLE_MS = 1000

/** What was measured during one visit of a page. */
export interface Visit {
  /** The address after all redirects. */
  url: string
  requests: string[]
  /** Sum of layout shifts (cumulative layout shift). */
  shift: number
  /**
   * Total blocking time by Lighthouse's definition: the part of each task after the first paint that exceeds 50
   * ms.
   */
  blockedMs: number
  /** The same, including what V8 does only because an inspector is attached; Lighthouse counts it. */
  inspectedMs: number
  /** The same from the start of the navigation, which Lighthouse leaves out. */
  blockedInAllMs: number
}

/** Opens the Chromium of this machine. Throws if there is none. */
export async function openBrowser(): Promise<Browser> {
  // Plain JavaScript, shared with `npm test` and not type-checked.
  const { findChromium, noChromium } = (await import(
    new URL('../../scripts/chromium.mjs', import.meta.url).href
  )) as { findChromium(): string | undefined; noChromium: string }
  const executablePath = findChromium()
  if (!executablePath) throw new Error(noChromium)
  return chromium.launch({ executablePath, args: ARGUMENTS })
}

/** A new phone without a cache, signed in if a session is given. */
export function phone(browser: Browser, baseURL: string, session?: string): Promise<BrowserContext> {
  return visitor(browser, { ...PHONE, baseURL }, session)
}

/** A new browser on a wide screen. */
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

/** Slows a page down to the processor of a phone, and optionally to a slow connection. */
export async function slowDown(page: Page, connection?: 'slow'): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  if (connection) await devtools.send('Network.emulateNetworkConditions', SLOW_CONNECTION)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

/**
 * Returns the largest contentful paint of a page, in ms, on a slow connection and a phone's processor, and what
 * was painted.
 */
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

/** The compressed size of the script at `url`. */
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
  /** Processor time of the thread, which excludes other programs on the machine. */
  tdur?: number
}

/**
 * Computed from a browser's trace, whose times are microseconds: the tasks of the thread that painted, at a
 * phone's speed.
 */
function blockedOf(events: TraceEvent[]): Pick<Visit, 'blockedMs' | 'inspectedMs' | 'blockedInAllMs'> {
  const paint = events.find(({ name }) => name === 'firstContentfulPaint')
  if (!paint) throw new Error('Nothing was painted')
  const onThread = (wanted: string) =>
    events.filter(({ name, pid, tid }) => name === wanted && pid === paint.pid && tid === paint.tid)
  // V8 looks up where an error was created only while the page is inspected, as here. React creates some at its
  // start.
  const lookUps = onThread('V8.CollectSourcePositions')
  let blockedMs = 0
  let inspectedMs = 0
  let blockedInAllMs = 0
  for (const { ts, dur = 0, tdur: measured = dur } of onThread('ThreadControllerImpl::RunTask')) {
    const tdur = lookUps
      .filter((event) => event.ts >= ts && event.ts < ts + dur)
      .reduce((left, event) => left - (event.tdur ?? event.dur ?? 0), measured)
    // If the first paint falls within a task, the part after it counts.
    const share = dur > 0 ? Math.min(1, Math.max(0, (ts + dur - paint.ts) / dur)) : 0
    blockedInAllMs += Math.max(0, (tdur * CPU_SLOWDOWN) / 1000 - 50)
    blockedMs += Math.max(0, (tdur * share * CPU_SLOWDOWN) / 1000 - 50)
    inspectedMs += Math.max(0, (measured * share * CPU_SLOWDOWN) / 1000 - 50)
  }
  return { blockedMs, inspectedMs, blockedInAllMs }
}
