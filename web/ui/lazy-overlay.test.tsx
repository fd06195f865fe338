import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lazyOverlay } from './lazy-overlay.tsx'
import { currentToasts } from './toast.ts'

function Part({ word }: { word: string }) {
  return <p>{word}</p>
}

/** Fails this many times, then loads. */
function failing(times: number) {
  let left = times
  return vi.fn(async () => {
    left -= 1
    if (left >= 0) throw new Error('no network')
    return { Part }
  })
}
let isLineThere = true
beforeEach(() => {
  isLineThere = true
  vi.stubGlobal('fetch', async () => {
    if (!isLineThere) throw new TypeError('Failed to fetch')
    return new Response()
  })
})
afterEach(() => vi.unstubAllGlobals())

const settled = () => act(async () => {})

describe('a part that loads when it is shown', () => {
  it('loads once, however often it is shown', async () => {
    const load = failing(0)
    const Overlay = lazyOverlay(load, 'Part')
    const { unmount } = render(<Overlay word="Menu" />)
    await screen.findByText('Menu')
    unmount()
    render(<Overlay word="Menu again" />)
    screen.getByText('Menu again')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is fetched again before anything is said', async () => {
    const Overlay = lazyOverlay(failing(1), 'Part')
    const onClose = vi.fn()
    render(<Overlay word="Menu" onClose={onClose} />)
    await screen.findByText('Menu')
    expect(onClose).not.toHaveBeenCalled()
    expect(currentToasts()).toEqual([])
  })

  it('leaves the page alone if it cannot be loaded, says so, and loads when it is opened again', async () => {
    const Overlay = lazyOverlay(failing(2), 'Part')
    const onClose = vi.fn()
    const page = (open: boolean) => (
      <>
        <input defaultValue="typed" />
        <Overlay word="Menu" open={open} onClose={onClose} />
      </>
    )
    const { rerender } = render(page(true))
    await settled()
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'typed')
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(currentToasts().map(({ title }) => title)).toEqual(['This could not be loaded'])
    rerender(page(false))
    rerender(page(true))
    await screen.findByText('Menu')
  })

  it('is not imported without a network, because the browser would remember the failure', async () => {
    isLineThere = false
    const load = failing(0)
    const Overlay = lazyOverlay(load, 'Part')
    const page = (open: boolean) => <Overlay word="Menu" open={open} onClose={() => undefined} />
    const { rerender } = render(page(true))
    await settled()
    expect(load).not.toHaveBeenCalled()
    expect(currentToasts().map(({ title }) => title)).toEqual(['This could not be loaded'])
    rerender(page(false))
    isLineThere = true
    rerender(page(true))
    await screen.findByText('Menu')
  })

  it('opens without a network if its code was loaded ahead', async () => {
    const Overlay = lazyOverlay(failing(0), 'Part')
    await Overlay.preload()
    isLineThere = false
    render(<Overlay word="Menu" onClose={() => undefined} />)
    screen.getByText('Menu')
  })

  it('that no one closes waits silently for the network', async () => {
    const Overlay = lazyOverlay(failing(2), 'Part')
    render(<Overlay word="Notice" />)
    await settled()
    expect(currentToasts()).toEqual([])
    expect(screen.queryByText('Notice')).toBeNull()
    act(() => void window.dispatchEvent(new Event('online')))
    await screen.findByText('Notice')
  })

  it('that no one closes retries by itself, with no one there to say that the network is back', async () => {
    vi.useFakeTimers()
    try {
      const Overlay = lazyOverlay(failing(2), 'Part')
      render(<Overlay word="Notice" />)
      await settled()
      expect(screen.queryByText('Notice')).toBeNull()
      await act(() => vi.advanceTimersByTimeAsync(5_000))
      screen.getByText('Notice')
    } finally {
      vi.useRealTimers()
    }
  })
})
