import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { ReviewCase, ReviewItem } from '#contract/review/admin-cases.ts'
import { reviewCase, reviewItem } from '#web/shared/directory/testing.ts'
import { draftProgress } from '../verdict-drafts.ts'
import { DeskFoot } from './desk-foot.tsx'
import { deskLines } from './desk-lines.ts'

const STALE = 'The UK Sanctions List is old. No one can be approved until an operator imports a newer one.'

function show(
  decision: ReviewItem['decision'],
  missingEvidence: string[],
  state: ReviewCase['state'] = 'in_review',
) {
  const run = vi.fn()
  const given = reviewCase([reviewItem('name', 'Name', { decision })], { missingEvidence, state })
  render(
    <DeskFoot
      match={null}
      reviewCase={given}
      lines={deskLines(given, {})}
      progress={draftProgress(given.items, {})}
      openedCount={0}
      decide={{ label: decision === 'accepted' ? 'Approve' : 'Send back 1 item', run, isBusy: false }}
      override={null}
      skip={null}
      next={null}
      isBusy={false}
      onAcceptRest={vi.fn()}
    />,
  )
  return run
}

it('disables Approve while something is missing, and says what next to it', async () => {
  const run = show('accepted', [STALE])
  const approve = screen.getByRole('button', { name: /^Approve/ })
  expect(approve).toHaveAttribute('aria-disabled', 'true')
  expect(approve).toHaveAccessibleDescription(STALE)
  await userEvent.click(approve)
  expect(run).not.toHaveBeenCalled()
})

it('returns whatever an approval would be missing', async () => {
  const run = show('retry', [STALE])
  expect(screen.queryByText(STALE)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Send back 1 item/ }))
  expect(run).toHaveBeenCalledOnce()
})

it.each([
  ['in_review', true],
  ['rejected', false],
  ['approved', false],
  ['withdrawn', false],
] as const)(
  'says how many lines are left of a case only while it waits for a reviewer: %s',
  (state, isSaid) => {
    show('pending', [], state)
    expect(screen.queryAllByText('1 to go')).toHaveLength(isSaid ? 1 : 0)
  },
)
