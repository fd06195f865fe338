// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const CALL = 'GET /api/documents'
let api: typeof import('./api.ts').api
/** What the server is asked for. */
let asked: string[]

beforeEach(async () => {
  asked = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return Response.json({ from: 'the server' })
  })
  vi.spyOn(performance, 'now').mockReturnValue(2_000)
  const answers = { '/api/documents': { from: 'the page' }, '/api/home': { from: 'the page' } }
  document.body.innerHTML = `<script type="application/json" id="answers">${JSON.stringify(answers)}</script>`
  vi.resetModules()
  api = (await import('./api.ts')).api
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('what came with the page is not asked for, and is asked for the next time', async () => {
  expect(await api(CALL)).toEqual({ from: 'the page' })
  expect(asked).toEqual([])
  expect(await api(CALL)).toEqual({ from: 'the server' })
  expect(asked).toEqual(['/api/documents'])
})

test('with another query it is another answer', async () => {
  await api('GET /api/notices', { query: { limit: 10 } })
  expect(asked).toEqual(['/api/notices?limit=10'])
})

test('after a change nothing that came with the page is so any more', async () => {
  await api('POST /api/notices/read', { body: { id: 1 } })
  expect(await api(CALL)).toEqual({ from: 'the server' })
})

test('nor is what came a minute ago', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(60_001)
  expect(await api('GET /api/home')).toEqual({ from: 'the server' })
})
