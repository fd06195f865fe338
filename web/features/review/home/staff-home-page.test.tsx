import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { QueueRow } from '#contract/review/review-queue.ts'
import type { PromiseKept, StaffHome } from '#contract/review/staff-home.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted, signInStaff } from '#web/lib/testing.ts'
import { StaffHomePage } from './staff-home-page.tsx'

const HOME: StaffHome = {
  queue: { waiting: 3, overdue: 1, due_soon: 1, on_time: 1, nobody: 3, mine: 0, oldestSubmittedAt: null },
  today: { due: 1, dueNext: 0, came: 0, toConfirm: 0 },
  screening: null,
  lateConfirmations: 0,
  unreviewedApprovals: 0,
  states: [{ state: 'submitted', kind: 'consumer', cases: 3 }],
  funnel: [],
  days: [],
  decisions: { count: 0, withinPromise: 0, medianHours: null, medianWorkingHours: null },
  mine: null,
  toConfirm: null,
  next: null,
  team: null,
  requests: null,
  invoices: null,
  support: null,
  activity: [],
}

const WAITING: QueueRow = {
  id: 7,
  userId: 12,
  kind: 'consumer',
  name: 'Ada Lovelace',
  email: 'ada@people.example',
  email_confirmed: true,
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
  lines: ['with_us', 'checked'],
  answered: [],
  proposedBy: null,
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
  'R21 %s is shown what is waiting, with links, as far as they may open it',
  async (_, roles, { waits, leads }) => {
    answerWith(HOME)
    signInStaff(...roles)
    renderRouted({ '/': StaffHomePage })
    await screen.findByRole('heading', { name: 'Cases by status' })
    expect(screen.queryAllByText(/^1 case is overdue, and 1 more is due today/)).toHaveLength(waits ? 1 : 0)
    expect(screen.queryAllByText('0 sign-ups and 0 decisions in the last 30 days.')).toHaveLength(
      waits ? 0 : 1,
    )
    expect(screen.queryAllByRole('region', { name: 'Today in figures' })).toHaveLength(waits ? 1 : 0)
    expect(screen.queryAllByRole('link', { name: /^Waiting/ }).length > 0).toBe(leads)
  },
)

test('R21 screening is shown if the server answers it, with a link', async () => {
  const screening = {
    openMatches: 2,
    proposedMatches: 0,
    stopped: 1,
    oldestAt: null,
    lists: [],
    unrenewed: [],
    refusedFilesAt: null,
  }
  answerWith({ ...HOME, screening })
  signInStaff('reviewer')
  renderRouted({ '/': StaffHomePage })
  const card = within(await screen.findByRole('region', { name: 'Screening' }))
  expect(card.getByRole('link', { name: /^Decide.*2 matches$/ })).toBeVisible()
  queryClient.clear()
  cleanup()
  answerWith(HOME)
  renderRouted({ '/': StaffHomePage })
  await screen.findByRole('heading', { name: 'Cases by status' })
  expect(screen.queryByRole('heading', { name: 'Screening' })).toBeNull()
})

test('finance and support read in a sentence what waits for them, with a link from each figure', async () => {
  const invoices = { open: 3, overdue: 2, draft: 1, overdueSince: '2026-03-02T00:00:00Z' }
  const bounced = [{ id: 12, name: 'Ada Lovelace', at: new Date().toISOString() }]
  answerWith({ ...HOME, invoices, support: { changes: 1, bounced } })
  signInStaff('finance', 'support')
  renderRouted({
    '/': StaffHomePage,
    '/admin/invoices': () => null,
    '/admin/dashboard': () => null,
    '/admin/users/$id': () => null,
  })
  expect(
    await screen.findByText('2 invoices are overdue. 1 change of details waits. Some emails don’t arrive.'),
  ).toBeVisible()
  const links = [
    /^Open ?overdue invoices$/,
    /^Open ?drafts$/,
    /^Open ?changes of details$/,
    /^Open ?Ada Lovelace$/,
  ]
  expect(links.map((name) => screen.getByRole('link', { name }).getAttribute('href'))).toEqual([
    '/admin/invoices?status=overdue',
    '/admin/invoices?status=draft',
    '/admin/dashboard',
    '/admin/users/12?tab=support',
  ])
})

test.each([
  ['reviewer', 'Ada Lovelace, review'],
  ['auditor', 'Ada Lovelace, open'],
] as const)('a %s can open a waiting case to do what they may, and sees its lines', async (role, words) => {
  answerWith({ ...HOME, mine: [], toConfirm: [], next: [WAITING] })
  signInStaff(role)
  renderRouted({ '/': StaffHomePage })
  expect(await screen.findByRole('link', { name: words })).toBeVisible()
  expect(screen.getByRole('img', { name: '1 item with us, 1 checked' })).toBeVisible()
  expect(screen.queryByText('Mine')).toBeNull()
})

test('a few decisions are shown one by one, many by the week, each with its table', async () => {
  const weeks = [{ from: '2026-03-02', to: '2026-03-08', decided: 3, kept: 2 }]
  const at = '2026-03-03T10:00:00Z'
  const decisions = [true, true, false].map((isKept) => ({ at, isKept }))
  const promise = { from: '2026-01-01', to: '2026-03-08', count: 3, kept: 2, weeks, decisions }
  answerWith(HOME, promise)
  signInStaff('admin')
  renderRouted({ '/': StaffHomePage })
  expect(await screen.findByText('in time. Target 95%.', { exact: false })).toHaveTextContent(
    '2 of 3 in time.',
  )
  const [kept] = screen.getAllByRole('link', { name: '2' })
  expect(kept).toHaveAttribute('href', '/admin/queue?heard=2026-01-01..2026-03-08&promise=kept')
  expect(screen.getAllByText(/: in time$|: late$/)).toHaveLength(3)
  expect(screen.getByLabelText('From')).toHaveValue('2026-01-01')
  expect(screen.queryByRole('img', { name: /decisions in time/ })).toBeNull()
})

test('the share of many decisions is a line with a sentence', async () => {
  const weeks = [
    { from: '2026-03-02', to: '2026-03-08', decided: 20, kept: 10 },
    { from: '2026-03-09', to: '2026-03-15', decided: 20, kept: 20 },
  ]
  answerWith(HOME, { from: '2026-03-02', to: '2026-03-15', count: 40, kept: 30, weeks, decisions: null })
  signInStaff('admin')
  renderRouted({ '/': StaffHomePage })
  expect(
    await screen.findByRole('img', { name: /^75% of 40 decisions in time over 2 weeks, from 50% to 100%/ }),
  ).toBeVisible()
})

test('months without a decision on signals are said to have none', async () => {
  answerWith(HOME)
  signInStaff('admin')
  renderRouted({ '/': StaffHomePage })
  const card = within(await screen.findByRole('region', { name: 'Signals at decisions' }))
  expect(await card.findByText('No decision with signals in this period.')).toBeVisible()
  expect(card.queryByRole('table')).toBeNull()
})

const NO_DECISIONS: PromiseKept = {
  from: '2026-01-01',
  to: '2026-03-08',
  count: 0,
  kept: 0,
  weeks: [],
  decisions: [],
}

function answerWith(home: StaffHome, promise: PromiseKept = NO_DECISIONS) {
  vi.stubGlobal('fetch', async (asked: Request | string | URL) => {
    const url = asked instanceof Request ? asked.url : String(asked)
    if (url.includes('/signals')) return Response.json({ figures: [] })
    return Response.json(url.includes('/promise') ? promise : home)
  })
}
