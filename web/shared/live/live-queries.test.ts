import { focusManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { noticesQuery } from '#web/shared/account/notices/queries.ts'
import { reviewCaseQuery } from '#web/shared/directory/queries.ts'
import { newsOf } from './live.tsx'
import { readAgain } from './live-queries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  queryClient.clear()
  focusManager.setFocused(undefined)
})

const isStale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated

test('what is named is read again, and nothing else', async () => {
  const mine = reviewCaseQuery(7, 'consumer').queryKey
  const other = reviewCaseQuery(8, 'consumer').queryKey
  for (const key of [mine, other, noticesQuery.queryKey, ['GET /api/admin/queue', {}]])
    queryClient.setQueryData(key as never, {} as never)
  readAgain({ topics: ['person', 'notices'], people: [7] })
  await vi.advanceTimersByTimeAsync(1000)
  expect([mine, other, noticesQuery.queryKey, ['GET /api/admin/queue', {}]].map(isStale)).toEqual([
    true,
    false,
    true,
    false,
  ])
  readAgain({ everything: true })
  expect([other, ['GET /api/admin/queue', {}]].map(isStale)).toEqual([true, true])
})

test('what this page is changing is read again after the change', async () => {
  const { queryKey } = reviewCaseQuery(7, 'consumer')
  queryClient.setQueryData(queryKey, {} as never)
  let answer = () => {}
  const change = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () => new Promise<void>((resolve) => (answer = resolve)),
  })
  const changed = change.execute(undefined)
  await vi.advanceTimersByTimeAsync(10)
  readAgain({ topics: ['person'], people: [7] })
  await vi.advanceTimersByTimeAsync(10)
  expect(isStale(queryKey)).toBe(false)
  answer()
  await changed
  await vi.advanceTimersByTimeAsync(10)
  expect(isStale(queryKey)).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(isStale(queryKey)).toBe(true)
})

test('a page with a topic that changes all the time is read again at intervals', async () => {
  const key = ['GET /api/admin/queue', {}]
  const read = vi.spyOn(queryClient, 'invalidateQueries')
  queryClient.setQueryData(key, {})
  for (let n = 0; n < 50; n++) {
    readAgain({ topics: ['queue'] })
    await vi.advanceTimersByTimeAsync(100)
  }
  await vi.advanceTimersByTimeAsync(3000)
  expect(read.mock.calls.length).toBeGreaterThan(1)
  expect(read.mock.calls.length).toBeLessThan(6)
})

test('new notices are announced with their own text, and read ones are not', () => {
  const notice = (id: number, title: string, isRead = false) => ({
    id,
    title,
    isRead,
    detail: null,
    path: null,
    at: '',
    isUrgent: false,
  })
  const [a, b, c] = [notice(4, 'You’re verified'), notice(3, 'Invoice 7 is due'), notice(2, 'Look', true)]
  expect(newsOf([a, c], 1)).toBe('You’re verified.')
  expect(newsOf([a, b], 2)).toBe('You’re verified. Invoice 7 is due.')
  expect(newsOf([a, b, notice(5, 'Another')], 2)).toBe('You’re verified. And 2 more notices.')
  expect(newsOf([a, b], 4)).toBe('')
})
