import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BACKGROUND_HEADER } from '#contract/background.ts'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { isUnattended, markActive } from '#web/lib/activity.ts'
import { api } from '#web/lib/api.ts'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'
import { stubOtherWindows } from '#web/lib/testing.ts'
import { IdleLock, presenceAfter } from './idle-lock.tsx'

const MINUTE = 60_000
const user = { id: 7, auth0_email: 'ada@people.example', last_login: '2026-03-10T10:00:00.000Z' } as AuthUser

let signedIn: Partial<AuthUser> | null
let asked: { url: string; isBackground: boolean }[]
let tellOfChange: () => Promise<void>

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-10T10:00:00Z') })
  localStorage.clear()
  markActive()
  signedIn = user
  asked = []
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    asked.push({ url, isBackground: new Headers(headers).has(BACKGROUND_HEADER) })
    return Response.json({ isAuthenticated: signedIn !== null, user: signedIn, idleMinutes: 30 })
  })
  tellOfChange = stubOtherWindows()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const locked = () => screen.queryByRole('dialog', { name: 'This page is locked' })
const show = () =>
  render(
    <>
      <label>
        Note
        <input />
      </label>
      <IdleLock user={user} idleMinutes={30} />
    </>,
  )

test.each([
  [27.9, 'here'],
  [28, 'leaving'],
  [28.9, 'leaving'],
  [29, 'locked'],
  [600, 'locked'],
])('after %s of 30 minutes without input someone counts as %s', (minutes, kind) => {
  expect(presenceAfter(minutes * MINUTE, 30)).toBe(kind)
})

test.each([1, 2, 5])('a session of %s idle minutes is announced and locked before it ends', (idle) => {
  const kinds = Array.from({ length: idle * 60 }, (_, second) => presenceAfter(second * 1000, idle))
  expect(new Set(kinds)).toEqual(new Set(['here', 'leaving', 'locked']))
})

test('T6 a page that no one touches warns, locks, keeps what was typed and opens again after a sign-in', async () => {
  show()
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'half a sentence' } })
  await wait(28 * MINUTE)
  expect(screen.getByRole('status').textContent).toContain('Are you still there?')
  await wait(MINUTE)
  expect(locked()).not.toBeNull()

  // Only a new sign-in by the same person unlocks it.
  act(() => void fireEvent.pointerMove(document.body))
  act(() => void window.dispatchEvent(new Event('focus')))
  await wait(0)
  expect(locked()).not.toBeNull()
  signedIn = { ...user, last_login: '2026-03-10T10:40:00.000Z' }
  await act(tellOfChange)
  await wait(0)
  expect(locked()).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('half a sentence')
  await wait(27 * MINUTE)
  expect(locked()).toBeNull()
})

test('T6 input at the warning keeps the page open', async () => {
  show()
  await wait(28.5 * MINUTE)
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(screen.getByRole('status').textContent).toBe('')
  await wait(20 * MINUTE)
  expect(locked()).toBeNull()
})

test('T6 input in another tab keeps this one open, and old input there does not', async () => {
  show()
  await wait(20 * MINUTE)
  localStorage.setItem(LOCAL_KEYS.lastInput, String(Date.now()))
  await wait(20 * MINUTE)
  expect(locked()).toBeNull()
  await wait(9 * MINUTE)
  expect(locked()).not.toBeNull()
})

test('T6 a device that slept is locked when it wakes, before its first touch counts', async () => {
  show()
  vi.setSystemTime(Date.now() + 40 * MINUTE)
  act(() => void fireEvent.pointerDown(document.body))
  expect(locked()).not.toBeNull()
})

test('T6 a page’s own requests while no one is at it say so; the server is told about anyone who keeps reading', async () => {
  show()
  await wait(3 * MINUTE)
  expect(isUnattended()).toBe(true)
  await api('GET /api/site')
  expect(asked).toEqual([{ url: '/api/site', isBackground: true }])
  fireEvent.wheel(document.body)
  await wait(0)
  expect(asked.at(-1)).toEqual({ url: '/api/auth/user', isBackground: false })
  fireEvent.wheel(document.body)
  await wait(0)
  expect(asked).toHaveLength(2)
})
