import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { CaseScreening } from '#contract/screening/screening.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted, signInStaff } from '#web/lib/testing.ts'
import { ScreeningCard } from './screening-card.tsx'

const STALE: CaseScreening = {
  screenedAt: '2026-03-14T10:00:00Z',
  lists: [],
  obstacles: ['The UK Sanctions List is old. No one can be approved until an operator imports a newer one.'],
  isDue: false,
  subjects: [
    {
      key: 'person',
      kind: 'person',
      label: 'Applicant',
      name: 'Ada Lovelace',
      birthDate: null,
      country: null,
      companyNumber: null,
      outcome: 'stale',
    },
  ],
  matches: [],
  seen: [],
  possibleFrom: 0.8,
  isErased: false,
  mayDecide: true,
}

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('says how many names below the bar are not stored', async () => {
  const pair = {
    subject: 'person',
    source: 'uk' as const,
    ref: 'TST1',
    name: 'Ada LOVELL',
    score: 0.74,
    version: '1',
  }
  const at = STALE.screenedAt ?? ''
  const seen = [{ ...pair, firstAt: at, lastAt: at, more: 3 }]
  vi.stubGlobal('fetch', async () => Response.json({ screening: { ...STALE, seen } }))
  signInStaff('reviewer')
  renderRouted(() => <ScreeningCard userId={7} kind="consumer" />)
  expect(
    await screen.findByText('Ada Lovelace: 3 more names were less alike and not kept.'),
  ).toBeInTheDocument()
})

it.each([
  [true, 1],
  [false, 0],
])('offers to screen again if there is something new: %s', async (isDue, buttons) => {
  vi.stubGlobal('fetch', async () => Response.json({ screening: { ...STALE, isDue } }))
  signInStaff('reviewer')
  renderRouted(() => <ScreeningCard userId={7} kind="consumer" />)
  await screen.findByText(/^The UK Sanctions List is old/)
  expect(screen.queryAllByRole('button', { name: 'Screen now' })).toHaveLength(buttons)
})
