import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { OwnSession } from '#contract/account/account.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { currentToasts } from '#web/ui/toast.ts'
import { SessionsCard } from './sessions-card.tsx'

const HERE: OwnSession = {
  id: 'here',
  device: 'Firefox on Linux',
  startedAt: '2026-03-10T09:00:00.000Z',
  lastSeenAt: '2026-03-10T10:00:00.000Z',
  ip: null,
  isCurrent: true,
}

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test.each([
  [0, 'You aren’t signed in on any other device'],
  [1, 'Signed out of 1 other device'],
  [2, 'Signed out of 2 other devices'],
])('R10 says how many other devices were signed out: %s', async (ended, title) => {
  let sessions = [HERE, { ...HERE, id: 'there', device: 'Safari on iPhone', isCurrent: false }]
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method !== 'DELETE') return Response.json({ sessions })
    sessions = [HERE]
    return Response.json({ success: true, ended })
  })
  render(
    <QueryClientProvider client={queryClient}>
      <SessionsCard />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out other devices' }))
  await vi.waitFor(() => expect(currentToasts()).toMatchObject([{ kind: 'success', title }]))
  // There is no other session left to sign out.
  expect(screen.queryByRole('button', { name: 'Sign out other devices' })).toBeNull()
})
