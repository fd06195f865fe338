import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { reviewCase, reviewItem } from '#web/shared/directory/testing.ts'
import { asShown, type DeskLine, deskLines } from './desk-lines.ts'
import { VerdictBar } from './verdict-bar.tsx'

const lines = deskLines(
  reviewCase([reviewItem('settlement', 'Settlement')], { kind: 'business', documentsOpen: null }),
  {},
)
const [settlement] = lines as [DeskLine]

function bar(lookedAt: readonly string[]) {
  return (
    <VerdictBar
      {...{ line: asShown(settlement, lines, new Set(lookedAt)), differences: 0, readDate: null }}
      {...{ isClosed: true, isSmall: false, isDateRead: false, isNext: true }}
      {...{ onAccept: vi.fn(), onAskAgain: vi.fn(), onReject: vi.fn() }}
    />
  )
}

it('says at its button that a line without a document has to be on screen for a second', () => {
  const { rerender } = render(bar([]))
  const accept = screen.getByRole('button', { name: /^Accept/ })
  expect(accept).toHaveAttribute('aria-disabled', 'true')
  expect(accept).toHaveAccessibleDescription(
    /^You can’t accept this yet\. ?It has to be on screen for a second\.$/,
  )
  rerender(bar(['settlement']))
  expect(accept).not.toHaveAttribute('aria-disabled')
  expect(accept).toHaveAccessibleDescription('You decide.')
})
