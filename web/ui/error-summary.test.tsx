// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ErrorSummary } from './error-summary.tsx'

beforeEach(() => {
  document.title = 'Personal Details'
})
afterEach(cleanup)

const ERRORS = [
  { id: 'phone', message: 'Phone Number' },
  { id: 'dob', message: 'Date of Birth' },
]

function page(errors: typeof ERRORS, focusKey: number) {
  return (
    <>
      <ErrorSummary title="Missing Required Information" errors={errors} focusKey={focusKey} />
      <input id="phone" />
      <fieldset id="dob">
        <input aria-label="Day" />
        <input aria-label="Month" aria-invalid="true" />
      </fieldset>
    </>
  )
}

describe('ErrorSummary', () => {
  test('takes the focus on each failed submit, and not before one', () => {
    const { rerender } = render(page(ERRORS, 0))
    const summary = screen.getByRole('alert', { name: 'Missing Required Information' })
    expect(document.activeElement).toBe(document.body)

    rerender(page(ERRORS, 1))
    expect(document.activeElement).toBe(summary)

    document.getElementById('phone')?.focus()
    rerender(page(ERRORS.slice(1), 1))
    expect(document.activeElement?.id).toBe('phone')

    rerender(page(ERRORS, 2))
    expect(document.activeElement).toBe(summary)
  })

  test('each line focuses its field, or the wrong part of a group', async () => {
    const user = userEvent.setup()
    render(page(ERRORS, 1))
    await user.click(screen.getByRole('link', { name: 'Phone Number' }))
    expect(document.activeElement?.id).toBe('phone')
    await user.click(screen.getByRole('link', { name: 'Date of Birth' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Month'))
  })

  test('the page’s title starts with Error while something is wrong', () => {
    const { rerender } = render(page(ERRORS, 1))
    expect(document.title).toBe('Error: Personal Details')
    rerender(page([], 1))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(document.title).toBe('Personal Details')
  })
})
