import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ScreeningFigures, StaffHome } from '#contract/review/staff-home.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { DaysCard } from './days-card.tsx'
import { FunnelCard } from './funnel-card.tsx'
import { ScreeningHomeCard } from './requests-card.tsx'
import { StatesCard } from './states-card.tsx'
import { TodayTiles } from './today-tiles.tsx'
import { WorkCard } from './work-card.tsx'

const MANY = 12_345

const SCREENING: ScreeningFigures = {
  openMatches: MANY,
  proposedMatches: 0,
  stopped: MANY,
  oldestAt: null,
  lists: [],
  unrenewed: [],
  refusedFilesAt: null,
}

const HOME: StaffHome = {
  queue: {
    waiting: MANY,
    overdue: MANY,
    due_soon: MANY,
    on_time: MANY,
    nobody: MANY,
    mine: MANY,
    oldestSubmittedAt: null,
  },
  today: { due: MANY, dueNext: MANY, came: MANY, toConfirm: MANY },
  screening: SCREENING,
  lateConfirmations: MANY,
  unreviewedApprovals: MANY,
  states: [{ state: 'submitted', kind: 'consumer', cases: MANY }],
  funnel: [{ step: 'begun', people: MANY, waits: MANY, theirs: MANY, rejected: MANY, left: MANY }],
  days: [{ day: '2026-11-22', signUps: MANY, approved: MANY, returned: MANY, rejected: MANY }],
  decisions: { count: MANY, withinPromise: MANY, medianHours: 2, medianWorkingHours: 1 },
  mine: [],
  toConfirm: [],
  next: [],
  team: [],
  requests: null,
  invoices: null,
  support: null,
  activity: [],
}

test('every count has a thousands separator', async () => {
  await act(async () =>
    renderRouted(() => (
      <>
        <TodayTiles linked={false} home={HOME} />
        <StatesCard linked={false} states={HOME.states} lateConfirmations={MANY} unreviewedApprovals={MANY} />
        <FunnelCard linked={false} funnel={HOME.funnel} />
        <ScreeningHomeCard screening={SCREENING} />
        <DaysCard linked={{ people: false, decisions: false }} days={HOME.days} />
      </>
    )),
  )
  expect(screen.getByText('12,345 approvals without a full review')).toBeVisible()
  await waitFor(() => expect(document.body).toHaveTextContent('12,345 Sign-ups, 37,035 Decisions'))
  expect(document.body.textContent).not.toMatch(/12345|37035|[24]0000/)
})

test('what became of those who didn’t reach a step stands apart for readers who get no links', async () => {
  await act(async () => renderRouted(() => <FunnelCard linked={false} funnel={HOME.funnel} />))
  for (const words of ['with us', 'with them', 'rejected'])
    expect(screen.getByText(`12,345 ${words}`)).toBeVisible()
})

test('an administrator is told why there are no names during maintenance', async () => {
  await act(async () => renderRouted(() => <WorkCard home={{ ...HOME, next: null }} />))
  await screen.findByText(/^Names are hidden during maintenance/)
})

test('a step that someone completed has not lost everyone', async () => {
  const funnel = (people: number) =>
    act(async () =>
      render(
        <FunnelCard
          linked={false}
          funnel={[
            { step: 'begun', people: 400, waits: 0, theirs: 0, rejected: 0, left: 0 },
            { step: 'approved', people, waits: 0, theirs: 0, rejected: 0, left: 400 - people },
          ]}
        />,
      ),
    )
  await funnel(1)
  expect(screen.getByText('−99%')).toBeVisible()
  await funnel(0)
  expect(screen.getByText('−100%')).toBeVisible()
  await funnel(399)
  expect(screen.getByText('−1%')).toBeVisible()
})

test('one outdated list is not hidden by a current one', async () => {
  const uk = { source: 'uk', publishedOn: '2026-08-22', isStale: true } as const
  const un = { source: 'un', publishedOn: '2026-11-20', isStale: false } as const
  const card = (lists: ScreeningFigures['lists']) =>
    act(async () =>
      renderRouted(() => <ScreeningHomeCard screening={{ ...SCREENING, openMatches: 0, lists }} />),
    )
  await card([uk, un])
  expect(screen.getByText('1 list is out of date')).toBeVisible()
  expect(screen.getByText(/^UK Sanctions List of Aug 22, 2026\. No one can be approved/)).toBeVisible()
  expect(screen.queryByText('No match to decide')).toBeNull()
  cleanup()
  await card([un])
  expect(screen.getByText('No match to decide')).toBeVisible()
  expect(screen.queryByText(/out of date/)).toBeNull()
})

test('a match that the reader has proposed a decision on is nothing for them to decide', async () => {
  const card = (openMatches: number, proposedMatches: number) =>
    act(async () =>
      renderRouted(() => (
        <ScreeningHomeCard screening={{ ...SCREENING, openMatches, proposedMatches, stopped: 1 }} />
      )),
    )
  await card(1, 1)
  expect(screen.getByText('1 match needs a second person')).toBeVisible()
  expect(screen.getByRole('link', { name: /^Open.*1 match$/ })).toBeVisible()
  expect(screen.queryByText(/to decide/)).toBeNull()
  cleanup()
  await card(3, 2)
  expect(screen.getByText('1 match to decide')).toBeVisible()
  expect(screen.getByText(/^2 matches need a second person\. They stop 1 case\./)).toBeVisible()
})

test('a list without newer versions is not called current, even if it still is', async () => {
  const uk = { source: 'uk', publishedOn: '2026-11-20', isStale: false } as const
  const card = (more: Partial<ScreeningFigures>) =>
    act(async () =>
      renderRouted(() => <ScreeningHomeCard screening={{ ...SCREENING, lists: [uk], ...more }} />),
    )
  await card({ refusedFilesAt: '2026-11-22T09:00:00.000Z' })
  expect(screen.getByText('A file was not put into force')).toBeVisible()
  expect(screen.queryByText(/in date/)).toBeNull()
  cleanup()
  await card({ unrenewed: ['uk', 'un'] })
  expect(screen.getByText('2 lists aren’t renewed')).toBeVisible()
  expect(screen.getByText(/^UK Sanctions List, /)).toBeVisible()
  expect(screen.queryByText(/in date/)).toBeNull()
  cleanup()
  await card({})
  expect(screen.getByText('All lists are in date')).toBeVisible()
})
