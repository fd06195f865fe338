import { afterEach, expect, test, vi } from 'vitest'
import { fetchAhead, pagePicture } from './page-picture.ts'

/** A server that answers each URL with a picture named after it, except those it refuses. */
function serve(refused: readonly string[] = []) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return refused.includes(address) && asked.filter((each) => each === address).length === 1
      ? Response.json({ message: 'Claim this case first.' }, { status: 409 })
      : new Response(address, { headers: { 'document-pages': '2' } })
  })
  return asked
}

const { signal } = new AbortController()
const shown = async (url: string) => (await (await pagePicture(url, 1, signal)).blob.text()) as string

afterEach(() => vi.unstubAllGlobals())

test('a prefetched page is used once, and requested again by the next reader', async () => {
  const asked = serve()
  fetchAhead('/a')
  fetchAhead('/a')
  expect(asked).toEqual(['/a?page=1'])
  expect(await shown('/a')).toBe('/a?page=1')
  expect(asked).toHaveLength(1)
  await shown('/a')
  expect(asked).toHaveLength(2)
})

test('a refusal is reported to the page that shows it, not to the one that requested it ahead', async () => {
  const asked = serve(['/b?page=1'])
  fetchAhead('/b')
  expect(await shown('/b')).toBe('/b?page=1')
  expect(asked).toHaveLength(2)
})

test('two pages wait at most: the one requested first is dropped', async () => {
  const asked = serve()
  for (const url of ['/c', '/d', '/e']) fetchAhead(url)
  for (const url of ['/d', '/e']) await shown(url)
  expect(asked).toHaveLength(3)
  await shown('/c')
  expect(asked).toHaveLength(4)
})

test('while the server is out of reach, a page shown before is shown again, and another isn’t', async () => {
  serve()
  await shown('/f')
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  expect(await shown('/f')).toBe('/f?page=1')
  await expect(shown('/g')).rejects.toMatchObject({ status: 0 })
})

test('a page shown before isn’t shown again once the server refuses it', async () => {
  serve()
  await shown('/h')
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Claim this case first.' }, { status: 409 }))
  await expect(shown('/h')).rejects.toMatchObject({ status: 409 })
})
