import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lazyPage, lazyPart } from './lazy-part.tsx'

const reload = vi.fn()
beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('location', { href: 'http://localhost/there', reload })
})
afterEach(() => {
  vi.unstubAllGlobals()
  reload.mockClear()
})

const Part = () => <p>Here it is</p>

/** Fails this many times, then loads. */
function failing(times: number, message = 'no network') {
  let left = times
  return vi.fn(async () => {
    left -= 1
    if (left >= 0) throw new TypeError(message)
    return { Part }
  })
}

type Load = ReturnType<typeof failing>
/** Creates either kind, whose types differ. */
const make = (lazy: typeof lazyPage | typeof lazyPart, load: Load, name: 'Part') =>
  (lazy as typeof lazyPage)(load, name)

async function open(Lazy: ComponentType<object>) {
  return act(async () =>
    render(
      <>
        <input defaultValue="typed" />
        <Suspense fallback="Loading">
          <Lazy />
        </Suspense>
      </>,
    ),
  )
}

describe.each([
  ['a page', lazyPage, 'This page didn’t load'],
  ['a part of a page', lazyPart, 'This part of the page didn’t load'],
] as const)('%s whose code cannot be fetched', (_what, lazy, words) => {
  test('is tried again before anything is said', async () => {
    const load = failing(1)
    await open(make(lazy, load, 'Part'))
    await screen.findByText('Here it is')
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('says so in its place, and Try again loads it', async () => {
    const user = userEvent.setup()
    await open(make(lazy, failing(4), 'Part'))
    await screen.findByText(words)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText(words)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Here it is')
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'typed')
  })

  test('loads by itself when the connection is back', async () => {
    await open(make(lazy, failing(2), 'Part'))
    await screen.findByText(words)
    await act(async () => void window.dispatchEvent(new Event('online')))
    await screen.findByText('Here it is')
  })

  test('is tried again by anyone who opens it later', async () => {
    const Lazy = make(lazy, failing(2), 'Part')
    const { unmount } = await open(Lazy)
    await screen.findByText(words)
    unmount()
    await open(Lazy)
    await screen.findByText('Here it is')
  })
})

describe('code that a newer version has replaced', () => {
  const GONE = 'Failed to fetch dynamically imported module: http://localhost/assets/page-1.js'
  beforeEach(() => vi.stubGlobal('fetch', async () => new Response(null, { status: 404 })))

  test('reloads the document of a page once, then says so', async () => {
    await open(lazyPage(failing(9, GONE), 'Part'))
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    expect(screen.queryByText('This page didn’t load')).toBeNull()
    await open(lazyPage(failing(9, GONE), 'Part'))
    await screen.findByText('This page didn’t load')
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('never reloads for a part of a page, where something else may have been typed', async () => {
    await open(lazyPart(failing(9, GONE), 'Part'))
    await screen.findByText('This part of the page didn’t load')
    expect(reload).not.toHaveBeenCalled()
  })

  test('is not considered gone if the server cannot be reached', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')))
    await open(lazyPage(failing(9, GONE), 'Part'))
    await screen.findByText('This page didn’t load')
    expect(reload).not.toHaveBeenCalled()
  })
})
