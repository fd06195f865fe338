import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { listQuery, queryClient } from './query-client.ts'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a list whose place the server doesn’t know any more begins again from its first page', async () => {
  let release = 'former'
  vi.stubGlobal('fetch', async (address: string) => {
    const cursor = new URL(address, 'http://localhost').searchParams.get('cursor')
    if (cursor && !cursor.startsWith(release))
      return Response.json(
        { error: 'VALIDATION_ERROR', message: 'Start from the first page.', fields: { cursor: 'Unknown' } },
        { status: 400 },
      )
    return Response.json({ from: `${release} ${cursor}`, nextCursor: `${release} place` })
  })
  const list = new InfiniteQueryObserver(queryClient, listQuery('GET /api/notices'))
  const stop = list.subscribe(() => {})
  const shown = () => list.getCurrentResult().data?.pages.map((page) => Reflect.get(page, 'from'))
  await vi.waitFor(() => expect(shown()).toEqual(['former null']))
  await list.fetchNextPage()
  expect(shown()).toEqual(['former null', 'former former place'])
  release = 'later'
  await list.fetchNextPage()
  await vi.waitFor(() => expect(shown()).toEqual(['later null']))
  await list.fetchNextPage()
  expect(shown()).toEqual(['later null', 'later later place'])
  stop()
})
