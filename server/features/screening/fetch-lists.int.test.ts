import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#domain/plain-date.ts'
import { fetchList } from '#server/model/screening/lists/fetch-list.ts'
import type { FetchedList } from '#server/model/screening/lists/fetched-list.ts'
import { listsInForce } from '#server/model/screening/sanctions-lists.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { ukCsv } from '#server/testing/sanctions-files.ts'
import { fetchLists, fetchMinute } from './jobs.ts'

let app: TestApp
let admin: TestUser
/** The publisher: how it answers each path, and which requests it got. */
const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>()
const asked: { path: string; etag: string | undefined; since?: string }[] = []
const server = createServer((request, response) => {
  const since = request.headers['if-modified-since']
  asked.push({ path: request.url ?? '', etag: request.headers['if-none-match'], ...(since && { since }) })
  const answer = answers.get(request.url ?? '')
  if (answer) answer(request, response)
  else response.writeHead(404).end()
})
let base: string

beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  answers.clear()
  asked.length = 0
})

const people = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ ref: `T${100 + i}`, first: 'Viktor', last: `ORLOV${i}` }))
const file = (path: string, text: string, etag: string) =>
  answers.set(path, (request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(200, { 'content-type': 'text/csv', etag }).end(text)
  })
const run = (fetched: FetchedList[]) => {
  const sanctions = { ...app.config.sanctions, fetched }
  return fetchLists({ ...app.services, config: { ...app.config, sanctions } }, app.services.log)
}
const inForce = async () =>
  (await listsInForce(app.database.db)).map(({ source, publishedOn, entries }) => [
    source,
    publishedOn,
    entries,
  ])
const noted = async (source: string) =>
  (
    await app.database.pool.query('select renewed_at, failure from sanctions_fetches where source = $1', [
      source,
    ])
  ).rows[0]

test('a list is fetched once for each version, and everyone is screened against it', async () => {
  const uk: FetchedList = { source: 'uk', url: `${base}/uk.csv` }
  file('/uk.csv', ukCsv(people(40)), '"one"')
  await run([uk])
  await run([uk])
  expect(asked).toEqual([
    { path: '/uk.csv', etag: undefined },
    { path: '/uk.csv', etag: '"one"' },
  ])
  expect(await inForce()).toEqual([['uk', '2026-03-10', 40]])

  file('/uk.csv', ukCsv(people(41), '11-Mar-2026'), '"two"')
  await run([uk])
  expect(await inForce()).toEqual([['uk', '2026-03-11', 41]])
  expect(await noted('uk')).toEqual({ renewed_at: app.clock.now, failure: null })
})

test('a publisher’s page is followed to its own file, and to no other host’s', async () => {
  const un: FetchedList = { source: 'un', url: `${base}/page` }
  const page = (href: string) =>
    answers.set('/page', (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<a href="${href}">XML</a>`),
    )
  file(
    '/files/UK-Sanctions-List.xml',
    `<CONSOLIDATED_LIST dateGenerated="2026-03-09T00:00:00Z"><ENTITIES><ENTITY><DATAID>1</DATAID>
     <FIRST_NAME>FERN TRADING</FIRST_NAME></ENTITY></ENTITIES></CONSOLIDATED_LIST>`,
    '"un"',
  )
  for (const [href, sentence] of [
    ['https://lists.example/UK-Sanctions-List.xml', 'links to lists.example, which is not its own'],
    ['/files/another.xml', 'links to no file of it any more'],
  ] as const) {
    page(href)
    await expect(run([un])).rejects.toThrow(sentence)
  }
  page('/files/UK-Sanctions-List.xml')
  await run([un])
  expect(await inForce()).toContainEqual(['un', '2026-03-09', 1])
  asked.length = 0
  await run([un])
  expect(asked).toEqual([
    { path: '/page', etag: undefined },
    { path: '/files/UK-Sanctions-List.xml', etag: '"un"' },
  ])
})

test('a publisher that sends a date and no tag is asked whether the list has changed since', async () => {
  const own: FetchedList = { source: 'own:dated', url: `${base}/dated.csv` }
  const date = 'Mon, 09 Mar 2026 08:00:00 GMT'
  let sent = 0
  answers.set('/dated.csv', (request, response) => {
    if (request.headers['if-modified-since'] === date) return response.writeHead(304).end()
    sent++
    response.writeHead(200, { 'last-modified': date }).end('id,kind,name\n1,person,Hedwig Owl\n')
  })
  await run([own])
  await run([own])
  expect(asked.map(({ since }) => since)).toEqual([undefined, date])
  expect(sent).toBe(1)
})

test('a list that has lost exactly one entry in twenty comes into force, one that has lost more does not', async () => {
  const own: FetchedList = { source: 'own:shrinking', url: `${base}/shrinking.csv` }
  const rows = (count: number) => people(count).map(({ ref, last }) => `${ref},person,Viktor ${last}\n`)
  const bring = async (count: number) => {
    file('/shrinking.csv', `id,kind,name\n${rows(count).join('')}`, `"${count}"`)
    await run([own])
    return (await inForce()).find(([source]) => source === own.source)?.[2]
  }
  expect(await bring(100)).toBe(100)
  expect(await bring(94)).toBe(100)
  expect((await noted(own.source)).failure).toContain('looks cut off')
  expect(await bring(95)).toBe(95)
})

test('each installation fetches at a minute of its own, always the same', () => {
  const minutes = Array.from({ length: 300 }, (_, at) => fetchMinute(`https://shop${at}.example`))
  expect(minutes.every((minute) => Number.isInteger(minute) && minute >= 0 && minute < 60)).toBe(true)
  expect(new Set(minutes).size).toBeGreaterThan(50)
  expect(fetchMinute('https://shop7.example')).toBe(minutes[7])
})

test('an unavailable or unusable list changes nothing, is reported, and blocks no other list', async () => {
  const before = await inForce()
  const uk: FetchedList = { source: 'uk', url: `${base}/uk.csv` }
  const own: FetchedList = { source: 'own:banned', url: `${base}/own.csv` }
  file('/own.csv', 'id,kind,name\n1,person,Hedwig Owl\n', '"own"')
  const refusals: [string, Parameters<typeof answers.set>[1]][] = [
    ['answered 503', (_, response) => response.writeHead(503).end()],
    ['looks cut off', (_, response) => response.end(ukCsv(people(38), '12-Mar-2026'))],
    ['not well-formed', (_, response) => response.end(`${ukCsv(people(41), '12-Mar-2026')}"01/03`)],
    ['is not the UK Sanctions List', (_, response) => response.end('id,kind,name\n1,person,Hedwig Owl\n')],
    [
      'did not arrive whole',
      (_, response) => {
        response.writeHead(200, { 'content-length': 9999 }).write('Report', () => response.destroy())
      },
    ],
    ['could not be reached', (_, response) => response.destroy()],
  ]
  for (const [sentence, answer] of refusals) {
    answers.set('/uk.csv', answer)
    await run([uk, own])
    expect((await noted('uk')).failure).toContain(sentence)
  }
  expect(await inForce()).toEqual([...before, ['own:banned', '2026-03-10', 1]])
  const { lists } = (await admin.call('GET', '/api/admin/screening')).json()
  expect(lists).toContainEqual(expect.objectContaining({ source: 'own:banned', entries: 1 }))
  app.config.sanctions.fetched = [uk, own]
  expect((await admin.call('GET', '/api/staff/home')).json().screening.unrenewed).toEqual(['uk'])
  app.config.sanctions.fetched = []
})

test('an in-house list that no one changes blocks no approval, however old it is', async () => {
  const started = app.clock.now
  app.clock.now = new Date(started.getTime() + 40 * DAY_MS)
  const reader = await app.signIn({ role: 'admin' })
  const { lists } = (await reader.call('GET', '/api/admin/screening')).json()
  app.clock.now = started
  expect(lists).toContainEqual(expect.objectContaining({ source: 'uk', isStale: true }))
  expect(lists).toContainEqual(expect.objectContaining({ source: 'own:banned', isStale: false }))
})

test('a publisher that is down for a day makes the run fail, one that is down for an hour does not', async () => {
  const uk: FetchedList = { source: 'uk', url: `${base}/uk.csv` }
  file('/uk.csv', ukCsv(people(42), '13-Mar-2026'), '"three"')
  await run([uk])
  answers.clear()
  const started = app.clock.now
  app.clock.now = new Date(started.getTime() + 3_600_000)
  await run([uk])
  app.clock.now = new Date(started.getTime() + 25 * 3_600_000)
  await expect(run([uk])).rejects.toThrow('UK Sanctions List: The server answered 404.')
  app.clock.now = started
})

test('a list is never fetched from an insecure address, which is not even requested', async () => {
  const redirect = (location: string) =>
    answers.set('/moved', (_, response) => response.writeHead(302, { location }).end())
  file('/uk.csv', ukCsv(people(1)), '"one"')
  const { port } = new URL(base)
  for (const [location, sentence] of [
    [`http://0.0.0.0:${port}/uk.csv`, 'not encrypted'],
    ['ftp://lists.example/uk.csv', 'not encrypted'],
    ['http://[', 'no address'],
    ['/moved', 'too often'],
  ] as const) {
    redirect(location)
    await expect(fetchList(`${base}/moved`, '/nowhere/list', undefined)).rejects.toThrow(sentence)
  }
  expect(asked.map(({ path }) => path)).not.toContain('/uk.csv')
})

test('a page that decompresses to far more than a page is abandoned before it fills the memory', async () => {
  const block = Buffer.alloc(1_000_000)
  let sent = 0
  answers.set('/bomb', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
    const packed = createGzip()
    Readable.from(
      (function* () {
        for (; sent < 400; sent++) yield block
      })(),
    ).pipe(packed)
    packed.pipe(response)
    response.on('close', () => packed.destroy())
  })
  await expect(fetchList(`${base}/bomb`, '/nowhere/list', undefined)).rejects.toThrow('far too long')
  expect(sent).toBeLessThan(400)
})
