import { onlineManager } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { OfflineBanner } from './watch.tsx'

let isUp: boolean
beforeEach(() => {
  isUp = true
  vi.stubGlobal('fetch', async () => {
    if (!isUp) throw new TypeError('Failed to fetch')
    return new Response(null, { status: 200 })
  })
})
afterEach(() => {
  act(() => void window.dispatchEvent(new Event('online')))
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const said = () => screen.queryByText('You’re offline')
const finish = () => act(() => vi.advanceTimersByTimeAsync(0))

test('a lost connection reported by the browser is shown until it is back, and queries wait', async () => {
  render(<OfflineBanner />)
  expect(said()).toBeNull()
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(said()).not.toBeNull()
  expect(onlineManager.isOnline()).toBe(false)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(said()).toBeNull())
  expect(onlineManager.isOnline()).toBe(true)
})

test('a call without an answer counts if the server gives none either, and the server’s return is noticed', async () => {
  vi.useFakeTimers()
  render(<OfflineBanner />)
  const online = vi.fn()
  window.addEventListener('online', online, { once: true })
  ApiError.network(new TypeError('one request was blocked'))
  await finish()
  expect(said()).toBeNull()
  isUp = false
  ApiError.network(new TypeError('Failed to fetch'))
  await finish()
  expect(said()).not.toBeNull()
  isUp = true
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(said()).toBeNull()
  expect(online).toHaveBeenCalledTimes(1)
})
