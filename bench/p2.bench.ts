import type { Browser } from '@playwright/test'
import { largestPaint, openBrowser, phone } from './lib/browser.ts'
import { show, spreadOf } from './lib/measure.ts'
import { startPostgres } from './lib/postgres.ts'
import { measurement } from './lib/report.ts'
import { LOCAL, startProduct, startProgram } from './lib/server-process.ts'

// P2: the largest contentful paint of the sign-in page, on a phone with a slow connection, compared with a page
// of one document. The two are visited in turns, each time without a cache.
const VISITS = 7
const MOST = 1.8

await measurement(async (later) => {
  const postgres = await startPostgres()
  later(() => postgres.stop())
  const product = await startProduct({ databaseUrl: await postgres.create('bench_p2'), env: LOCAL })
  later(() => product.stop())
  const plain = await startProgram('static-page')
  later(() => plain.stop())
  const browser = await openBrowser()
  later(() => browser.close())

  const times = { product: [] as number[], plain: [] as number[] }
  await paint(browser, product.port)
  for (let i = 0; i < VISITS; i++) {
    times.product.push(await paint(browser, product.port))
    times.plain.push(await paint(browser, plain.port))
  }
  const own = spreadOf(times.product)
  const beside = spreadOf(times.plain)
  const ratio = own.median / beside.median
  return {
    goal: 'P2 largest contentful paint of the sign-in page',
    product: show(own, 'ms'),
    beside: `a page of one document: ${show(beside, 'ms')}`,
    ratio: ratio.toFixed(2),
    limit: `at most ${MOST}`,
    isMet: ratio <= MOST,
  }
})

async function paint(browser: Browser, port: number): Promise<number> {
  const context = await phone(browser, `http://localhost:${port}`)
  const { ms } = await largestPaint(context, '/')
  await context.close()
  return ms
}
