import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { QueueRow } from '#contract/review/review-queue.ts'
import type { StaffHome } from '#contract/review/staff-home.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted, signInStaff } from '#web/lib/testing.ts'
import { StaffHomePage } from './staff-home-page.tsx'

const HOME: StaffHome = {
  queue: { waiting: 3, overdue: 1, due_soon: 1, on_time: 1, nobody: 3, mine: 0, oldestSubmittedAt: null },
  openMatches: 2,
  lateConfirmations: 0,
  unreviewedApprovals: 0,
  states: [{ state: 'submitted', kind: 'consumer', cases: 3 }],
  funnel: [],
  days: [],
  decisions: { count: 0, withinPromise: 0, medianHours: null, medianWorkingHours: null },
  next: null,
  activity: [],
}

const WAITING: QueueRow = {
  id: 7,
  userId: 12,
  kind: 'consumer',
  name: 'Ada Lovelace',
  email: 'ada@people.example',
  user_type: null,
  state: 'submitted',
  round: 1,
  submittedAt: null,
  dueAt: null,
  dueState: null,
  confirmBy: null,
  workingMs: null,
  owner: null,
  approval: null,
  isOwn: false,
}

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test.each([
  ['an administrator', ['admin'], { waits: true, leads: true }],
  ['an auditor', ['auditor'], { waits: true, leads: true }],
  ['a support agent', ['support'], { waits: false, leads: false }],
  ['a finance officer', ['finance'], { waits: false, leads: false }],
  ['staff without a role', [], { waits: true, leads: false }],
] as const)(
  'R21 %s is shown what waits, with the way there, as far as they may open it',
  async (_, roles, { waits, leads }) => {
    vi.stubGlobal('fetch', async () => Response.json(HOME))
    signInStaff(...roles)
    renderRouted(StaffHomePage)
    await screen.findByRole('heading', { name: 'Cases by status' })
    expect(screen.queryAllByText(/^3 cases are waiting for a decision/)).toHaveLength(waits ? 1 : 0)
    expect(screen.queryAllByText('0 sign-ups and 0 decisions in the last 30 days.')).toHaveLength(
      waits ? 0 : 1,
    )
    expect(screen.queryAllByRole('region', { name: 'The queue by age' })).toHaveLength(waits ? 1 : 0)
    expect(screen.queryAllByRole('heading', { name: 'Sanctions screening' })).toHaveLength(waits ? 1 : 0)
    expect(screen.queryAllByRole('link', { name: /Waiting|^3$/ }).length > 0).toBe(leads)
  },
)

test.each([
  ['reviewer', /^Review ?Ada Lovelace$/],
  ['auditor', /^Open ?Ada Lovelace$/],
] as const)('a case that waits is opened by a %s to do what they may', async (role, words) => {
  vi.stubGlobal('fetch', async () => Response.json({ ...HOME, next: [WAITING] }))
  signInStaff(role)
  renderRouted(StaffHomePage)
  expect(await screen.findByRole('link', { name: words })).toBeVisible()
})
