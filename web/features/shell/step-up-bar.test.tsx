import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { stubOtherWindows } from '#web/lib/testing.ts'
import { StepUpBar } from './admin-layout.tsx'

let needsStepUp: boolean
let tellOfChange: () => Promise<void>
const opened = vi.fn(() => ({ focus: () => undefined }))

beforeEach(() => {
  needsStepUp = true
  opened.mockClear()
  vi.stubGlobal('open', opened)
  vi.stubGlobal('fetch', async () =>
    Response.json({ isAuthenticated: true, user: { id: 7, ...(needsStepUp && { needs_step_up: true }) } }),
  )
  tellOfChange = stubOtherWindows()
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('R11 staff confirm who they are in a window next to the page, which keeps what was typed', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <StepUpBar />
      <label>
        Note
        <input />
      </label>
    </QueryClientProvider>,
  )
  await userEvent.type(screen.getByLabelText('Note'), 'Half a decision')
  await userEvent.click(await screen.findByRole('link', { name: 'Sign in again' }))
  const [address = ''] = (opened.mock.calls[0] ?? []) as unknown as string[]
  const { searchParams } = new URL(address, 'http://localhost')
  expect(Object.fromEntries(searchParams)).toEqual({ returnTo: '/signed-in', reauth: '1', mfa: '1' })

  needsStepUp = false
  await act(tellOfChange)
  await expect.poll(() => screen.queryByRole('region', { name: 'Confirm it’s you' })).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('Half a decision')
})
