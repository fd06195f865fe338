// @vitest-environment jsdom
import './jsdom-gaps.ts'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { currentToasts, dismissToast, MAX_TOASTS, runToastAction, toast } from './toast.ts'
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

  test('Dismiss takes a message away before its time', async () => {
    const user = userEvent.setup()
    render(<Toaster />)
    act(() => {
      toast({ title: 'Payment Error', kind: 'error' })
    })
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(currentToasts()).toEqual([])
  })

  test('the same message again takes the place of the first', () => {
    for (const _ of [1, 2, 3]) toast({ kind: 'error', title: 'Not saved', description: 'Try again.' })
    toast({ kind: 'error', title: 'Not saved', description: 'Another reason.' })
    expect(currentToasts().map(({ description }) => description)).toEqual(['Try again.', 'Another reason.'])
  })

  test('a message leaves after five seconds, but not while it has the focus', () => {
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

  test('a message that is dismissed gives the focus back', async () => {
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

  test('what can be done about a message is done once, by its button or its key, while there is time', async () => {
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

  test('a message leaves with the time for its action, also while it has the focus', () => {
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
