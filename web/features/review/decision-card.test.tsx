import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { renderRouted, signInStaff } from '#web/lib/testing.ts'
import { reviewCase, reviewItem } from '#web/shared/directory/testing.ts'
import { DecisionCard } from './decision-card.tsx'

beforeEach(() => signInStaff('admin'))
afterEach(() => vi.unstubAllGlobals())

async function show(changes: Partial<ReviewCase>) {
  vi.stubGlobal('fetch', async () => Response.json({}))
  const given = reviewCase([reviewItem('name', 'Name')], {
    state: 'approved',
    decidedAt: '2025-11-20T10:00:00Z',
    decidedBy: 'Grace Hopper',
    ...changes,
  })
  renderRouted(() => <DecisionCard userId={5} reviewCase={given} />)
  await screen.findByRole('heading', { name: 'Decision' })
}

it.each([
  [null, 'Approved on Nov 20, 2025, 10:00 GMT by Grace Hopper.'],
  [
    { way: 'status_call', reviewed: 0, total: 6 } as const,
    'Approved by status call, 0 of 6 items reviewed. Approved on Nov 20, 2025, 10:00 GMT by Grace Hopper.',
  ],
])('says who approved, and never that they reviewed what no one did', async (approval, words) => {
  await show({ approval })
  expect(screen.getByText(words)).toBeTruthy()
})

it('lists what is missing before an approval, and not once there is one', async () => {
  const missingEvidence = ['Selfie is missing.']
  await show({ state: 'rejected', missingEvidence })
  expect(screen.getByText('Before you can approve')).toBeTruthy()
  cleanup()
  await show({ missingEvidence })
  expect(screen.queryByText('Before you can approve')).toBeNull()
})

it('calls an item approved in one look, if no one accepted it, and accepted only if someone did', async () => {
  const name = reviewItem('name', 'Name', { decision: 'accepted' })
  const address = reviewItem('address', 'Address', { decision: 'accepted', acceptedBy: 'Grace Hopper' })
  await show({ items: [name, address, reviewItem('birth_date', 'Date of Birth')] })
  const looks = screen.getAllByText('Approved', { selector: '.badge' })
  expect(looks.map((badge) => badge.className)).toEqual([looks[0]?.className, looks[0]?.className])
  expect(screen.getAllByText('Approved with the case. No one accepted it.')).toHaveLength(2)
  expect(screen.getAllByText('Accepted')).toHaveLength(1)
  cleanup()
  // Who reads their own case isn't told who accepted what.
  await show({ items: [name], isOwn: true, mayDecide: false })
  expect(screen.queryByText(/No one accepted it/)).toBeNull()
})
