import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { reviewCase, reviewItem } from '#web/shared/directory/testing.ts'
import type { VerdictDraft } from '../verdict-drafts.ts'
import { type DeskLine, deskLines } from './desk-lines.ts'
import { ReasonPicker } from './reason-picker.tsx'

const [line] = deskLines(reviewCase([reviewItem('selfie', 'Selfie')]), {}) as [DeskLine]

afterEach(cleanup)

function picker(isClosed: boolean, onChoose: () => void, typed = new Map<string, VerdictDraft>()) {
  return (
    <ReasonPicker
      line={line}
      decision="retry"
      typed={typed}
      suggested="FILE_UNREADABLE"
      isClosed={isClosed}
      onChoose={onChoose}
      onCancel={vi.fn()}
    >
      {isClosed ? <p>Priya Raman took this case</p> : null}
    </ReasonPicker>
  )
}

it('says that a colleague took over the case while reasons are chosen, and marks nothing from then on', async () => {
  const onChoose = vi.fn()
  const { rerender } = render(picker(false, onChoose))
  const ask = screen.getByRole('button', { name: /^Ask again, next line/ })
  expect(ask).not.toHaveAttribute('aria-disabled')
  rerender(picker(true, onChoose))
  expect(screen.getByText('Priya Raman took this case')).toBeVisible()
  expect(ask).toHaveAttribute('aria-disabled', 'true')
  expect(ask).toHaveAccessibleDescription(/You can’t mark this case any more/)
  await userEvent.click(ask)
  await userEvent.keyboard('{Enter}')
  expect(onChoose).not.toHaveBeenCalled()
  // The choices made so far are kept.
  expect(screen.getByRole('checkbox', { name: 'File can’t be opened' })).toBeChecked()
  rerender(picker(false, onChoose))
  await userEvent.click(ask)
  expect(onChoose).toHaveBeenCalledOnce()
})

it('keeps what was typed when it is left, until it is sent', async () => {
  const typed = new Map<string, VerdictDraft>()
  const onChoose = vi.fn()
  render(picker(false, onChoose, typed))
  await userEvent.click(screen.getByRole('button', { name: /^Edit/ }))
  const text = () => screen.getByRole('textbox', { name: /^Text for the applicant/ })
  await userEvent.type(text(), 'The left edge is missing{Escape}')
  cleanup()

  render(picker(false, onChoose, typed))
  expect(text()).toHaveValue('The left edge is missing')
  expect(screen.getByRole('checkbox', { name: 'File can’t be opened' })).toBeChecked()
  await userEvent.click(screen.getByRole('button', { name: /^Ask again, next line/ }))
  expect(onChoose).toHaveBeenCalledWith(
    expect.objectContaining({ applicantText: 'The left edge is missing', reasons: ['FILE_UNREADABLE'] }),
  )
  cleanup()

  render(picker(false, onChoose, typed))
  expect(screen.queryByRole('textbox', { name: /^Text for the applicant/ })).toBeNull()
})

it('is kept from within its text by Ctrl and Enter, as its button says, and Enter makes a new line', async () => {
  const onChoose = vi.fn()
  render(picker(false, onChoose))
  const ask = screen.getByRole('button', { name: /^Ask again, next line/ })
  expect(ask).toHaveAttribute('aria-keyshortcuts', 'Enter')
  await userEvent.click(screen.getByRole('button', { name: /^Edit/ }))
  await userEvent.type(screen.getByRole('textbox', { name: /^Text for the applicant/ }), 'One{Enter}Two')
  expect(ask).toHaveAttribute('aria-keyshortcuts', 'Control+Enter')
  expect(ask).toHaveTextContent('Ctrl Enter')
  expect(onChoose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(onChoose).toHaveBeenCalledWith(expect.objectContaining({ applicantText: 'One\nTwo' }))
})

it('has the focus when it opens, and E writes the text that its decision takes', async () => {
  for (const [decision, text] of [
    ['retry', /^Text for the applicant/],
    ['final', /^Internal note/],
  ] as const) {
    render(
      <ReasonPicker
        {...{ line, decision, typed: new Map(), suggested: null, isClosed: false }}
        {...{ onChoose: vi.fn(), onCancel: vi.fn(), children: null }}
      />,
    )
    expect(screen.getByRole('form')).toContainElement(document.activeElement as HTMLElement)
    await userEvent.keyboard('1 ')
    expect(screen.getAllByRole('checkbox')[0]).toBeChecked()
    await userEvent.keyboard('e')
    await waitFor(() => expect(screen.getByRole('textbox', { name: text })).toHaveFocus())
    cleanup()
  }
})
