import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RegisterCountdown } from './register-countdown.tsx'

const SIGN_UP_AND_BACK = '/api/auth/login?returnTo=%2Fsuccess%3FregisterRequired%3Dtrue&screen=signup'

beforeEach(() => {
  vi.useFakeTimers()
  // jsdom has no layout: nothing covers anything.
  document.elementFromPoint = () => null
  history.replaceState(null, '', '/success?registerRequired=true')
})
afterEach(() => vi.useRealTimers())

function wait(seconds: number) {
  for (let second = 0; second < seconds; second += 1) act(() => vi.advanceTimersByTime(1000))
}

it('takes a visitor to register after five seconds, with the way back', () => {
  const leave = vi.fn()
  render(<RegisterCountdown leave={leave} />)
  wait(4)
  expect(leave).not.toHaveBeenCalled()
  wait(1)
  expect(leave.mock.calls).toEqual([[SIGN_UP_AND_BACK]])
})

it('waits while something covers the button that stops it', () => {
  const leave = vi.fn()
  render(<RegisterCountdown leave={leave} />)
  const stop = screen.getByRole('button', { name: 'Stay on this page' })
  const shown = vi.fn<() => Element>(() => document.body)
  document.elementFromPoint = shown
  wait(10)
  expect(leave).not.toHaveBeenCalled()
  shown.mockReturnValue(stop)
  wait(5)
  expect(leave).toHaveBeenCalledOnce()
})

it('stays if asked to, and still offers the link', () => {
  const leave = vi.fn()
  render(<RegisterCountdown leave={leave} />)
  wait(2)
  act(() => screen.getByRole('button', { name: 'Stay on this page' }).click())
  wait(10)
  expect(leave).not.toHaveBeenCalled()
  expect(screen.getByRole('link', { name: 'Sign in now' }).getAttribute('href')).toBe(SIGN_UP_AND_BACK)
})
