import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { RoleProposal } from '#contract/roles/admin-roles.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { fakeServer } from '#web/shared/directory/testing.ts'
import { ProposalDialog } from './proposals-card.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const CONFIRM = 'POST /api/admin/role-proposals/9/confirm'
const proposal: RoleProposal = {
  id: 9,
  person: { id: 3, name: null, email: 'ada@verdaccord.example' },
  proposedBy: { id: 1, name: 'Grace Hopper', email: null },
  proposedAt: '2026-03-10T10:00:00Z',
  expiresAt: '2026-03-17T10:00:00Z',
}
async function confirm() {
  render(
    <QueryClientProvider client={queryClient}>
      <ProposalDialog asked={{ proposal, answer: 'confirm' }} onClose={() => {}} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('ada@verdaccord.example')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
}

test('R11 confirming with an old sign-in leads to a new one, and back to the proposal', async () => {
  fakeServer({ [CONFIRM]: { status: 403, body: { error: 'REAUTH_REQUIRED', message: 'Sign in again.' } } })
  await confirm()
  const link = await screen.findByRole('link', { name: 'Sign in again' })
  const address = new URL(link.getAttribute('href') ?? '', 'http://localhost')
  expect(address.searchParams.get('returnTo')).toBe('/admin/dashboard?tab=controls')
  expect(screen.queryByText('Nothing was changed')).toBeNull()
})

test('an answer that someone else gave first is shown, and nothing is sent twice', async () => {
  const message = 'This proposal has already been answered or has expired.'
  const calls = fakeServer({ [CONFIRM]: { status: 409, body: { error: 'INVALID_STATE', message } } })
  await confirm()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(calls).toEqual([{ key: CONFIRM, body: {} }])
})
