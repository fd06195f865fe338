// @vitest-environment jsdom
import './jsdom-gaps.ts'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { currentToasts, dismissToast, MAX_TOASTS, runToastAction, toast } from './toast.ts'
import { topOfToasts } from './toast-place.ts'
import { Toaster } from './toaster.tsx'

afterEach(() => {
  act(() => {
    for (const entry of currentToasts()) dismissToast(entry.id)
  })
  cleanup()
})

describe('toasts', () => {
  test('at most three show at once, the newest ones', () => {
    for (const title of ['one', 'two', 'three', 'four']) toast({ title })
    expect(currentToasts()).toHaveLength(MAX_TOASTS)
    expect(currentToasts().map((entry) => entry.title)).toEqual(['two', 'three', 'four'])
  })

  test('messages from before the toaster was drawn are shown by it', () => {
    toast({ title: 'Profile Updated', description: 'Your profile has been refreshed.', kind: 'success' })
    render(<Toaster />)
    expect(screen.getByText('Profile Updated').closest('li')?.className).toContain('--green-bg')
  })

  test('Dismiss removes a message before its time', async () => {
    const user = userEvent.setup()
    render(<Toaster />)
    act(() => {
      toast({ title: 'Payment Error', kind: 'error' })
    })
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(currentToasts()).toEqual([])
  })

  test('the same message again replaces the first', () => {
    for (const _ of [1, 2, 3]) toast({ kind: 'error', title: 'Not saved', description: 'Try again.' })
    toast({ kind: 'error', title: 'Not saved', description: 'Another reason.' })
    expect(currentToasts().map(({ description }) => description)).toEqual(['Try again.', 'Another reason.'])
  })

  test('a message that ends a task replaces those of its steps', () => {
    for (const title of ['File uploaded', 'User Type Updated']) toast({ title })
    toast({ title: 'Submitted', replacesAll: true })
    toast({ title: 'Saved' })
    expect(currentToasts().map(({ title }) => title)).toEqual(['Submitted', 'Saved'])
  })

  test('a message disappears after five seconds, but not while it has the focus', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    render(<Toaster />)
    act(() => void toast({ title: 'Saved' }))
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
    act(() => void vi.advanceTimersByTime(6000))
    screen.getByText('Saved')
    act(() => screen.getByRole('button', { name: 'Dismiss' }).blur())
    act(() => void vi.advanceTimersByTime(5000))
    expect(screen.queryByText('Saved')).toBeNull()
  })

  test('a dismissed message returns the focus', async () => {
    const user = userEvent.setup()
    render(
      <>
        <button type="button">Before</button>
        <Toaster />
      </>,
    )
    const before = screen.getByRole('button', { name: 'Before' })
    before.focus()
    act(() => void toast({ title: 'Saved' }))
    await user.tab()
    await user.keyboard('{Escape}')
    expect(currentToasts()).toEqual([])
    expect(document.activeElement).toBe(before)
  })

  test('a message’s action is done once, by its button or its key, while there is time', async () => {
    const user = userEvent.setup()
    const run = vi.fn()
    const undo = { label: 'Undo', shortcut: 'u', seconds: 10, run }
    render(<Toaster />)
    act(() => void toast({ title: 'Approved', action: undo }))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect([run.mock.calls.length, currentToasts()]).toEqual([1, []])
    act(() => void toast({ title: 'Approved', action: undo }))
    act(() => runToastAction('u'))
    act(() => runToastAction('u'))
    expect([run.mock.calls.length, currentToasts()]).toEqual([2, []])
  })

  test('a message disappears with the time for its action, even while it has the focus', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    render(<Toaster />)
    act(
      () =>
        void toast({
          title: 'Approved',
          action: { label: 'Undo', shortcut: 'u', seconds: 10, run: vi.fn() },
        }),
    )
    act(() => screen.getByRole('button', { name: 'Undo' }).focus())
    act(() => void vi.advanceTimersByTime(9000))
    screen.getByText('Approved')
    act(() => void vi.advanceTimersByTime(1000))
    expect(screen.queryByText('Approved')).toBeNull()
  })

  test('errors are alerts', () => {
    render(<Toaster />)
    act(() => void toast({ kind: 'error', title: 'Not saved' }))
    expect(screen.getByRole('alert').textContent).toBe('Not saved')
  })
})

describe('where messages are', () => {
  const boxed = (
    name: string,
    { left = 0, top, width = 390, height }: Record<string, number> & { top: number; height: number },
  ) => {
    const element = document.createElement(name)
    element.getBoundingClientRect = () => new DOMRect(left, top, width, height)
    document.body.append(element)
    onTestFinished(() => element.remove())
    return element
  }
  const listAt = (box: { left?: number; width?: number } = {}) =>
    boxed('ol', { left: 16, width: 358, top: 8, height: 90, ...box })

  test('below the bar, and below a heading that they would cover', () => {
    boxed('header', { top: 0, height: 56 }).className = 'sticky'
    expect(topOfToasts(listAt())).toBe(64)
    boxed('h1', { top: 80, height: 33 })
    expect(topOfToasts(listAt())).toBe(121)
  })

  test('next to a heading that ends before them, and below a control with the focus', () => {
    boxed('h1', { top: 80, height: 33, width: 600 })
    const list = listAt({ left: 884, width: 380 })
    expect(topOfToasts(list)).toBe(8)
    const button = boxed('button', { left: 1180, width: 60, top: 12, height: 40 })
    button.focus()
    expect(topOfToasts(list)).toBe(60)
  })

  test('below what a page marks as not to be covered', () => {
    boxed('h1', { top: 40, height: 33 })
    boxed('section', { top: 90, height: 120 }).dataset.uncovered = ''
    expect(topOfToasts(listAt())).toBe(218)
  })

  test('never below the window', () => {
    boxed('h1', { top: 40, height: 760 })
    expect(topOfToasts(listAt())).toBe(window.innerHeight - 98)
  })
})
