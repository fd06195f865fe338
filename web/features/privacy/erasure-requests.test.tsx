import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { AdminErasure } from '#contract/privacy/privacy-admin.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted, signInStaff } from '#web/lib/testing.ts'
import { CarryOutDialog } from './erasure-requests.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const erasure: AdminErasure = {
  id: 12,
  state: 'requested',
  requestedAt: '2026-03-10T10:00:00Z',
  dueAt: '2026-04-09T10:00:00Z',
  decidedAt: null,
  answer: null,
  reason: null,
  decidedBy: null,
  plan: { goes: [], kept: [] },
  isHeld: false,
  openMatches: [],
  person: { userId: 7, name: 'Ada Lovelace', email: null, email_confirmed: false },
}

test.each([
  [403, 'REAUTH_REQUIRED'],
  [401, 'UNAUTHENTICATED'],
])(
  'R11 an erasure that is refused with %i %s leads to a sign-in and back to its question',
  async (status, error) => {
    vi.stubGlobal('fetch', async () => Response.json({ error, message: 'Sign in.' }, { status }))
    render(
      <QueryClientProvider client={queryClient}>
        <CarryOutDialog
          erasure={erasure}
          returnTo={() => '/admin/privacy?ask=erase-12'}
          onClose={() => expect.unreachable('the question stays')}
        />
      </QueryClientProvider>,
    )
    expect(await screen.findByText('Ada Lovelace')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Erase' }))
    const link = await screen.findByRole('link', { name: 'Sign in again' })
    const address = new URL(link.getAttribute('href') ?? '', 'http://localhost')
    expect(address.searchParams.get('reauth')).toBe('1')
    expect(address.searchParams.get('returnTo')).toBe('/admin/privacy?ask=erase-12')
    expect(screen.queryByText('Nothing was erased')).toBeNull()
  },
)

test('an undecided match of who is to be erased is named in the question, with a link to it', async () => {
  signInStaff('admin')
  const dialog = () => (
    <CarryOutDialog
      erasure={{ ...erasure, openMatches: ['business'] }}
      returnTo={() => ''}
      onClose={() => {}}
    />
  )
  renderRouted({ '/': dialog, '/admin/users/$id/desk': () => null })
  const question = within(await screen.findByRole('dialog', { name: 'Erase this account?' }))
  expect(question.getByText('Undecided sanctions match of their company')).toBeVisible()
  expect(question.getByRole('link', { name: 'Decide the match' })).toHaveAttribute(
    'href',
    '/admin/users/7/desk?kind=business&line=screening',
  )
})
