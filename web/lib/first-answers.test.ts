// @vitest-environment jsdom
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const DOCUMENTS = 'GET /api/documents'
const NOTICES = 'GET /api/notices'
let queries: typeof import('./query-client.ts')
let api: typeof import('./api.ts').api
/** The requests the server received. */
let asked: string[]

beforeEach(async () => {
  asked = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return Response.json({ from: 'the server', nextCursor: null })
  })
  vi.spyOn(performance, 'now').mockReturnValue(2_000)
  const answers = Object.fromEntries(
    ['/api/documents', '/api/home', '/api/notices?limit=10'].map((address) => [
      address,
      { from: 'the page', nextCursor: null },
    ]),
  )
  document.body.innerHTML = `<script type="application/json" id="answers">${JSON.stringify(answers)}</script>`
  vi.resetModules()
  queries = await import('./query-client.ts')
  api = (await import('./api.ts')).api
})
afterEach(() => {
  queries.queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** What part of a page that refetches on every mount shows in its first frame. */
function shownOnMount() {
  const options = { ...queries.endpointQuery(DOCUMENTS), staleTime: 0 }
  const observer = new QueryObserver(queries.queryClient, options)
  const { data } = observer.getCurrentResult()
  observer.subscribe(() => {})()
  return data
}

test('shows at once what came with the page, without requesting it', () => {
  expect(shownOnMount()).toMatchObject({ from: 'the page' })
  expect(asked).toEqual([])
})

test('does the same for the first page of a list', () => {
  const options = queries.listQuery(NOTICES, { query: { limit: 10 } })
  const { data } = new InfiniteQueryObserver(queries.queryClient, options).getCurrentResult()
  expect(data?.pages).toMatchObject([{ from: 'the page' }])
})

test('has another answer for another query', () => {
  const options = queries.listQuery(NOTICES, { query: { limit: 20 } })
  expect(new InfiniteQueryObserver(queries.queryClient, options).getCurrentResult().data).toBeUndefined()
})

test('requests the current answer for a later mount', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  shownOnMount()
  vi.setSystemTime(Date.now() + 10_000)
  shownOnMount()
  expect(asked).toEqual(['/api/documents'])
})

test('also requests it for a mount after it was marked as stale', async () => {
  shownOnMount()
  await queries.invalidate(DOCUMENTS)
  shownOnMount()
  expect(asked).toEqual(['/api/documents'])
})

test('lets a call that is not a query reach the server', async () => {
  expect(await api(DOCUMENTS)).toMatchObject({ from: 'the server' })
})

test('drops what came with the page after a change', async () => {
  await api('POST /api/notices/read', { body: { id: 1 } })
  expect(shownOnMount()).toBeUndefined()
})

test('drops what came a minute ago', () => {
  vi.spyOn(performance, 'now').mockReturnValue(60_001)
  expect(shownOnMount()).toBeUndefined()
})
