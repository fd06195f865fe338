import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { activityQuery } from './activity-queries.ts'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('the list of sign-ins is refreshed every 300000 ms, and not before', async () => {
  vi.useFakeTimers()
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    asked++
    return Response.json({ success: true, data: [], nextCursor: null })
  })
  const stop = new InfiniteQueryObserver(queryClient, activityQuery({})).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(299_000)
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked).toBe(2)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(asked).toBe(3)
  stop()
})
