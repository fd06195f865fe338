import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RegisterCountdown } from './register-countdown.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function wait(seconds: number) {
  for (let second = 0; second < seconds; second += 1) act(() => vi.advanceTimersByTime(1000))
}

it('takes a visitor to sign in after five seconds', () => {
  const leave = vi.fn()
  render(<RegisterCountdown leave={leave} />)
  wait(4)
  expect(leave).not.toHaveBeenCalled()
  wait(1)
  expect(leave).toHaveBeenCalledOnce()
})

it('stays when asked to, and still offers the way', () => {
  const leave = vi.fn()
  render(<RegisterCountdown leave={leave} />)
  wait(2)
  act(() => screen.getByRole('button', { name: 'Stay on this page' }).click())
  wait(10)
  expect(leave).not.toHaveBeenCalled()
  expect(screen.getByRole('link', { name: 'Register or log in now' }).getAttribute('href')).toBe(
    '/api/auth/login?returnTo=%2Fverification',
  )
})
