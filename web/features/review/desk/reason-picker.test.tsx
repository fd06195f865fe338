import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { reviewCase, reviewItem } from '#web/shared/directory/testing.ts'
import { type DeskLine, deskLines } from './desk-lines.ts'
import { ReasonPicker } from './reason-picker.tsx'

const [line] = deskLines(reviewCase([reviewItem('selfie', 'Selfie')]), {}) as [DeskLine]

function picker(isClosed: boolean, onChoose: () => void) {
  return (
    <ReasonPicker
      line={line}
      decision="retry"
      suggested="FILE_UNREADABLE"
      isClosed={isClosed}
      onChoose={onChoose}
      onCancel={vi.fn()}
    >
      {isClosed ? <p>Priya Raman has this case now</p> : null}
    </ReasonPicker>
  )
}

it('says that a colleague took the case while reasons are chosen, and marks nothing from then on', async () => {
  const onChoose = vi.fn()
  const { rerender } = render(picker(false, onChoose))
  const ask = screen.getByRole('button', { name: /^Ask again, next line/ })
  expect(ask).not.toHaveAttribute('aria-disabled')
  rerender(picker(true, onChoose))
  expect(screen.getByText('Priya Raman has this case now')).toBeVisible()
  expect(ask).toHaveAttribute('aria-disabled', 'true')
  expect(ask).toHaveAccessibleDescription(/You can’t mark this case any more/)
  await userEvent.click(ask)
  await userEvent.keyboard('{Enter}')
  expect(onChoose).not.toHaveBeenCalled()
  // What was chosen by then is still there.
  expect(screen.getByRole('checkbox', { name: 'File can’t be opened' })).toBeChecked()
  rerender(picker(false, onChoose))
  await userEvent.click(ask)
  expect(onChoose).toHaveBeenCalledOnce()
})
