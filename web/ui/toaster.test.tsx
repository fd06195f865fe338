// @vitest-environment jsdom
import './jsdom-gaps.ts'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { currentToasts, dismissToast, MAX_TOASTS, toast } from './toast.ts'
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

  test('messages from before the toaster was loaded are shown by it', () => {
    toast({ title: 'Profile Updated', description: 'Your profile has been refreshed.', kind: 'success' })
    render(<Toaster />)
    expect(screen.getByText('Profile Updated').closest('.toast')?.className).toContain('g')
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
})
