import '#web/ui/jsdom-gaps.ts'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { QueueRow } from '#contract/review/review-queue.ts'
import type { RoleName } from '#contract/roles.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted, signInStaff } from '#web/lib/testing.ts'
import { QueuePage } from './queue-page.tsx'

const ROW = {
  id: 5,
  userId: 7,
  kind: 'consumer',
  state: 'submitted',
  round: 1,
  name: 'Ada Lovelace',
  email: 'ada@people.example',
  email_confirmed: true,
  submittedAt: '2026-03-09T10:00:00Z',
  dueAt: '2026-03-11T10:00:00Z',
  dueState: 'on_time',
  workingMs: 3_600_000,
  owner: null,
  isOwn: false,
  confirmBy: null,
  approval: null,
  lines: ['with_us'],
  answered: [],
  proposedBy: null,
} as unknown as QueueRow

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(
      url.startsWith('/api/admin/queue')
        ? { cases: [ROW], count: 1, countIsCapped: false, unconfirmed: 0, isNear: false, nextCursor: null }
        : { reviewers: [] },
    ),
  )
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function show(role: RoleName, search = '') {
  signInStaff(role)
  renderRouted({ '/admin/queue': QueuePage }, { at: `/admin/queue${search}`, shell: 'admin-shell' })
  await screen.findByRole('link', { name: 'Ada Lovelace' })
}

test.each([
  ['admin', { claims: true, selects: true }],
  ['reviewer', { claims: true, selects: false }],
  ['auditor', { claims: false, selects: false }],
] as const)('R21 the role %s is offered what it may do in the queue', async (role, { claims, selects }) => {
  await show(role)
  const offered = (yes: boolean) => (yes ? 1 : 0)
  for (const name of [/^Claim next case$/, /^Claim ?Ada Lovelace$/])
    expect(screen.queryAllByRole('button', { name })).toHaveLength(offered(claims))
  expect(screen.queryAllByRole('option', { name: 'Me' })).toHaveLength(offered(claims))
  expect(screen.queryAllByRole('checkbox')).toHaveLength(selects ? 2 : 0)
  await userEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
  await screen.findByText('Next case of the list')
  expect(screen.queryAllByText(/^(Claim the|Give back)/)).toHaveLength(claims ? 3 : 0)
  expect(screen.queryAllByText('Select the case in focus')).toHaveLength(offered(selects))
})

test.each([
  ['', ['All waiting']],
  ['?owner=me', ['Mine']],
  ['?owner=me&q=ada', ['Mine']],
  ['?kind=business', []],
])('of the views at “%s” only the shown one is marked', async (search, current) => {
  await show('reviewer', search)
  const views = within(screen.getByRole('navigation', { name: 'Views' })).getAllByRole('link')
  expect(
    views.filter((link) => link.hasAttribute('aria-current')).map(({ textContent }) => textContent),
  ).toEqual(current)
})

test.each([
  ['?q=vc5', 0],
  ['?q=VC-5&owner=me', 1],
  ['?q=ada&owner=me', 0],
])('the list at “%s” says if it is not that of the filters', async (search, said) => {
  await show('reviewer', search)
  expect(screen.queryAllByText('Found by its number, whatever the filters say.')).toHaveLength(said)
})
