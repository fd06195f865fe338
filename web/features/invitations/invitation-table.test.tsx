import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BetaInvite } from '#contract/invitations/invitations.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { signInStaff } from '#web/lib/testing.ts'
import { InvitationTable } from './invitation-table.tsx'
import type { InvitationFilters } from './queries.ts'

const NOW = new Date('2025-11-18T12:00:00Z')
const at = (day: number) => `2025-11-${day}T10:00:00Z`

const invite = (id: number, changes: Partial<BetaInvite> = {}): BetaInvite => ({
  id,
  email: `guest-${id}@people.example`,
  name: null,
  invited_at: at(14),
  invited_by: 'Marta Silva',
  invitation_status: 'pending',
  expires_at: '2025-11-28T10:00:00Z',
  accepted_at: null,
  user_id: null,
  may_resend: true,
  metadata: { email_events: [], previous_events: [], resent_at: null, resent_by: null },
  recent_logins: [],
  ...changes,
})

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
beforeEach(() => signInStaff('admin'))
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function show(answer: () => Response, filters: InvitationFilters = {}, page = 1) {
  vi.stubGlobal('fetch', async () => answer())
  const acts = { onSort: vi.fn(), onPage: vi.fn(), onResend: vi.fn() }
  render(
    <QueryClientProvider client={queryClient}>
      <InvitationTable filters={filters} page={page} {...acts} />
    </QueryClientProvider>,
  )
  return { person: userEvent.setup(), ...acts }
}
const found = (data: BetaInvite[], count = data.length) =>
  Response.json({ success: true, count, data, nextCursor: count > data.length ? 'next' : null })
const row = async (email: string) => within(await screen.findByRole('row', { name: new RegExp(email) }))

it('shows for each invitation when and by whom, how far it got, and who signed in', async () => {
  const { person, onResend } = show(() =>
    found([
      invite(1, { invited_by: null }),
      invite(2, { user_id: 5 }),
      invite(3, { user_id: 6, recent_logins: [at(17), at(16), at(15)] }),
    ]),
  )
  const first = await row('guest-1@')
  expect(first.getByText('Nov 14, 2025')).toBeVisible()
  expect(first.getByText('(4 days ago)')).toBeVisible()
  for (const words of ['System', 'Pending', 'Not registered']) expect(first.getByText(words)).toBeVisible()
  expect((await row('guest-2@')).getByText('No recent activity')).toBeVisible()
  expect((await row('guest-3@')).getAllByRole('listitem')).toHaveLength(3)
  await person.click(first.getByRole('button', { name: /^Details/ }))
  expect(await screen.findByText('No tracking data')).toBeVisible()
  await person.keyboard('{Escape}')
  await person.click(first.getByRole('button', { name: /^Resend/ }))
  expect(onResend).toHaveBeenCalledExactlyOnceWith(1)
})

it('lists events with their details, the last resend, and the events before it', async () => {
  const { person } = show(() =>
    found([
      invite(1, {
        invitation_status: 'failed',
        metadata: {
          email_events: [
            { event: 'failed', timestamp: at(17), details: { description: 'Mailbox unavailable' } },
          ],
          previous_events: [{ event: 'delivered', timestamp: at(15), details: { description: null } }],
          resent_at: at(16),
          resent_by: null,
        },
      }),
    ]),
  )
  const guest = await row('guest-1@')
  expect(guest.getByRole('img', { name: 'Failed' })).toBeVisible()
  await person.click(guest.getByRole('button', { name: /^Details/ }))
  const details = within(await screen.findByRole('dialog'))
  for (const words of [
    /^Mailbox unavailable$/,
    /^Last resent Nov 16, 2025, .* by System$/,
    /^Previous events$/,
  ])
    expect(details.getByText(words)).toBeVisible()
  expect(details.getByText('Delivered')).toBeVisible()
})

it('has pages from the eleventh invitation on', async () => {
  const ten = Array.from({ length: 10 }, (_, index) => invite(index + 1))
  show(() => found(ten))
  await row('guest-1@')
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  queryClient.clear()
  document.body.replaceChildren()
  const { person, onPage } = show(() => found(ten, 11))
  expect(await screen.findByText('Showing 1 to 10 of 11 invites')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true')
  await person.click(screen.getByRole('button', { name: 'Next' }))
  expect(onPage).toHaveBeenCalledExactlyOnceWith(2)
})

it.each<[InvitationFilters, string, string, string]>([
  [{}, 'Invited At', 'invited_at', 'asc'],
  [{}, 'Email', 'email', 'asc'],
  [{ sort: 'email' }, 'Email', 'email', 'desc'],
  [{ sort: 'email', order: 'desc' }, 'Email', 'email', 'asc'],
  [{ sort: 'email' }, 'Invited At', 'invited_at', 'asc'],
  [{ sort: 'email' }, 'Status', 'status', 'asc'],
])('sorted by %j, a press on %s sorts by %s %s', async (filters, column, sort, order) => {
  const { person, onSort } = show(() => found([invite(1)]), filters)
  await row('guest-1@')
  await person.click(screen.getByRole('button', { name: column }))
  expect(onSort).toHaveBeenCalledExactlyOnceWith(sort, order)
})

it('says when there is none, and why it could not be loaded', async () => {
  show(() => found([]))
  expect(await screen.findByText('No beta invitations found')).toBeVisible()
  queryClient.clear()
  document.body.replaceChildren()
  show(() => Response.json({ error: 'VALIDATION_ERROR', message: '' }, { status: 400 }))
  expect(await screen.findByText('Error loading beta invites')).toBeVisible()
  expect(screen.getByText('Failed to fetch beta invites')).toBeVisible()
})
