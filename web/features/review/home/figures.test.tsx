import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DaysCard } from './days-card.tsx'
import { FunnelCard } from './funnel-card.tsx'
import { NextCases } from './next-cases.tsx'
import { QueueTiles } from './queue-tiles.tsx'
import { DecisionsCard, MatchesCard } from './staff-home-page.tsx'
import { StatesCard } from './states-card.tsx'

const MANY = 12_345

test('every count is written with its thousands apart', async () => {
  const { container } = await act(async () =>
    render(
      <>
        <QueueTiles
          linked={false}
          queue={{
            waiting: MANY,
            overdue: MANY,
            due_soon: MANY,
            on_time: MANY,
            nobody: MANY,
            mine: MANY,
            oldestSubmittedAt: null,
          }}
        />
        <StatesCard
          linked={false}
          states={[{ state: 'submitted', kind: 'consumer', cases: MANY }]}
          lateConfirmations={MANY}
          unreviewedApprovals={MANY}
        />
        <FunnelCard funnel={[{ step: 'begun', people: MANY }]} />
        <DecisionsCard
          decisions={{ count: MANY, withinPromise: MANY, medianHours: 2, medianWorkingHours: 1 }}
        />
        <MatchesCard openMatches={MANY} linked={false} />
        <DaysCard
          days={[{ day: '2026-11-22', signUps: MANY, approved: MANY, returned: MANY, rejected: MANY }]}
        />
      </>,
    ),
  )
  expect(screen.getByText('12,345 approvals without a full review')).toBeVisible()
  await waitFor(() => expect(container).toHaveTextContent('12,345 Sign-ups, 37,035 Decisions'))
  expect(container.textContent).not.toMatch(/12345|37035|[24]0000/)
})

test('an administrator is told why there are no names during maintenance', async () => {
  await act(async () => render(<NextCases rows={null} waiting={3} />))
  screen.getByText(/^Names are hidden during maintenance/)
})
