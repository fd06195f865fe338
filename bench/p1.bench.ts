import { gzippedBytes, openBrowser, phone, visit } from './lib/browser.ts'
import { startPostgres } from './lib/postgres.ts'
import { measurement } from './lib/report.ts'
import { LOCAL, startProduct } from './lib/server-process.ts'

// P1: what a first visit of the sign-in page loads, in a real browser. `npm test` keeps the built files from growing
// further past the goal; this counts the actual requests.
const MOST_BYTES = 100_000
const MOST_REQUESTS = 8

await measurement(async (later) => {
  const postgres = await startPostgres()
  later(() => postgres.stop())
  const product = await startProduct({ databaseUrl: await postgres.create('bench_p1'), env: LOCAL })
  later(() => product.stop())
  const browser = await openBrowser()
  later(() => browser.close())
  const origin = `http://localhost:${product.port}`

  const { requests, shift } = await visit(await phone(browser, origin), '/')
  const scripts = requests.filter((url) => new URL(url).pathname.endsWith('.js'))
  const weights = await Promise.all(scripts.map(gzippedBytes))
  const bytes = weights.reduce((sum, weight) => sum + weight, 0)
  const foreign = requests.filter((url) => /^https?:/.test(url) && !url.startsWith(`${origin}/`))
  const inSize = bytes > 0 && bytes <= MOST_BYTES
  return {
    goal: 'P1 first visit of the sign-in page',
    product: `${(bytes / 1000).toFixed(1)} kB JavaScript (gzip) in ${scripts.length} files, ${requests.length} requests, ${foreign.length} to other origins, layout shift ${shift.toFixed(3)}`,
    beside: 'React alone 69 kB, with router and query 111 kB',
    ratio: `${(bytes / MOST_BYTES).toFixed(2)} of the goal`,
    limit: `at most ${MOST_BYTES / 1000} kB, ${MOST_REQUESTS} requests, no other origin, layout shift 0`,
    isMet: inSize && requests.length <= MOST_REQUESTS && foreign.length === 0 && shift === 0,
  }
})
