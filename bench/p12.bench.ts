import type { BrowserContext } from '@playwright/test'
import { awaitedPages, startDemo } from './lib/awaited-pages.ts'
import { gzippedBytes, openBrowser, phone } from './lib/browser.ts'
import { startPostgres } from './lib/postgres.ts'
import { measurement } from './lib/report.ts'

// P12: what the pages that people wait for request until their first heading is shown, over HTTP/1.1, without a
// cache and with one.
const MOST_REQUESTS = 25
const MOST_CACHED = 6
const MOST_BYTES = 220_000

/** The requests of one visit until its heading is shown. */
interface Seen {
  requests: string[]
  /** Those of them that were really sent. */
  sent: number
  scriptBytes: number
}

await measurement(async (later) => {
  const postgres = await startPostgres()
  later(() => postgres.stop())
  const demo = await startDemo(await postgres.create('bench_p12'))
  later(() => demo.product.stop())
  const browser = await openBrowser()
  later(() => browser.close())
  const results: { name: string; first: Seen; second: Seen }[] = []
  for (const { name, path, email } of awaitedPages(demo)) {
    const context = await phone(browser, demo.origin, demo.sessionOf(email))
    await context.addInitScript(watchForHeading)
    const first = await untilHeading(context, path)
    const second = await untilHeading(context, path)
    await context.close()
    console.log(`  ${name}: ${first.requests.map((url) => url.replace(demo.origin, '')).join(' ')}`)
    results.push({ name, first, second })
  }
  const text = ({ name, first, second }: (typeof results)[number]) =>
    `${name} ${first.requests.length} requests, ${(first.scriptBytes / 1000).toFixed(0)} kB JavaScript (gzip), ${second.sent} with a cache`
  const worst = Math.max(...results.map(({ first }) => first.requests.length / MOST_REQUESTS))
  return {
    goal: 'P12 requests to the first heading',
    product: results.map(text).join('; '),
    beside: '101, 110 and 112 to 117 requests before',
    ratio: `${worst.toFixed(2)} of the budget`,
    limit: `${MOST_REQUESTS} requests and ${MOST_BYTES / 1000} kB, ${MOST_CACHED} requests with a cache`,
    isMet: results.every(
      ({ first, second }) =>
        first.requests.length <= MOST_REQUESTS &&
        first.scriptBytes <= MOST_BYTES &&
        second.sent <= MOST_CACHED,
    ),
  }
})

/** Runs in the page and notes when its first heading is shown. */
function watchForHeading() {
  const look = () => {
    if (!document.querySelector('h1') || 'headingAt' in globalThis) return
    Object.assign(globalThis, { headingAt: performance.now() })
    observer.disconnect()
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { childList: true, subtree: true })
}

async function untilHeading(context: BrowserContext, path: string): Promise<Seen> {
  const page = await context.newPage()
  await page.goto(path, { waitUntil: 'networkidle' })
  const entries = await page.evaluate(() => {
    const { headingAt } = globalThis as unknown as { headingAt?: number }
    if (headingAt === undefined) throw new Error(`${location.href} has no heading`)
    return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .map((entry) => entry as PerformanceResourceTiming)
      .filter(({ startTime }) => startTime <= headingAt)
      .map(({ name, transferSize }) => ({ name, transferSize }))
  })
  await page.close()
  const requests = entries.map(({ name }) => name)
  const scripts = requests.filter((url) => new URL(url).pathname.endsWith('.js'))
  const weights = await Promise.all(scripts.map(gzippedBytes))
  return {
    requests,
    sent: entries.filter(({ transferSize }) => transferSize > 0).length,
    scriptBytes: weights.reduce((sum, weight) => sum + weight, 0),
  }
}
